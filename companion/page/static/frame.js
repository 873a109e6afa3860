// What a stream says of the frame of the page: another build of its scripts runs, and whether this device may act.
const RELOADED = "reloaded for";
const { build } = document.body.dataset;

export function frameBy(source) {
  source.addEventListener("frame", ({ data }) => {
    const now = JSON.parse(data);
    document.body.classList.toggle("watching", !now.acts);
    if (now.build !== build) reload(now.build);
  });
}

// Once for each build: a page that comes out of some store as old as before would never stop.
function reload(wanted) {
  try {
    if (sessionStorage.getItem(RELOADED) === wanted) return;
    sessionStorage.setItem(RELOADED, wanted);
  } catch {
    return;
  }
  location.reload();
}
