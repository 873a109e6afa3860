// The chances of winning: asked for when the race went on, then until no more is to be found out. An idle race is not asked about.
import { morph } from "./morph.js";
import { send } from "./send.js";

const SOON_MS = 300;
const AGAIN_MS = 900;

let shown = "";
let timer;

const place = () => document.getElementById("odds");

async function ask() {
  if (document.visibilityState !== "visible") return;
  const news = await fetch(`/odds/news?after=${shown}`).then((reply) => reply.json()).catch(() => ({ busy: true }));
  if (news.html) {
    morph(place(), news.html);
    shown = news.id;
  }
  if (news.busy) askIn(AGAIN_MS);
}

// Not all pages at once.
function askIn(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, ms + Math.random() * SOON_MS);
}

document.addEventListener("board", () => askIn(SOON_MS));
document.addEventListener("visibilitychange", () => askIn(0));
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-odds]");
  if (!button) return;
  await send("/api/odds", { on: button.dataset.odds === "on" }, button);
  ask();
});
ask();
