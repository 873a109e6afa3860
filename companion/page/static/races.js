// The list of races: a file is brought here; dates are told as the reader tells them.
import { newId, say, send } from "./send.js";

const TAKE = "/races/api/import";
const LOOK_MS = 500;
const taking = document.getElementById("taking");

for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

const form = document.getElementById("import");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = form.race.files;
  if (file.size > Number(form.dataset.limit)) return say(form.dataset.tooLong.replace("{file}", file.name), event.submitter);
  const { text, line } = read(new Uint8Array(await file.arrayBuffer()));
  if (line) {
    say(form.dataset.notUtf8.replace("{file}", file.name).replace("{line}", line), event.submitter);
    return;
  }
  const id = newId();
  const watch = setInterval(() => show(id), LOOK_MS);
  const reply = await send(TAKE, { id, file: file.name, race: text }, event.submitter);
  clearInterval(watch);
  taking.hidden = true;
  if (!reply) return;
  form.reset();
  const [taken] = reply;
  if (!taken) location.reload(); // it was sent twice, and taken the first time
  else if (taken.known) here(taken.name);
  else location.assign(`/races/${taken.name}`);
});

// How much of a long race is taken.
async function show(id) {
  const answered = await fetch(`${TAKE}?id=${id}`).catch(() => null);
  if (!answered?.ok) return;
  const { taken } = await answered.json();
  if (taken) [taking.hidden, taking.firstElementChild.value] = [false, taken];
}

// The race was here before.
function here(name) {
  const link = Object.assign(document.createElement("a"), { href: `/races/${name}`, textContent: name });
  document.getElementById("taken").replaceChildren(`${form.dataset.known} `, link);
}

// The file's text, or the first line that is no UTF-8.
function read(bytes) {
  const strict = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return { text: strict().decode(bytes) };
  } catch {
    for (let line = 1, from = 0; ; line += 1) {
      const end = bytes.indexOf(10, from);
      try {
        strict().decode(bytes.subarray(from, end < 0 ? undefined : end));
      } catch {
        return { line };
      }
      from = end + 1;
    }
  }
}
