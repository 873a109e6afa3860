// The stream of views. A page that heard nothing for 15 s says so, and opens the stream anew until it hears again.
import { frameBy } from "./frame.js";
import { onTold } from "./tabs.js";

const STALE_MS = 15_000;
const REOPEN_MS = 5_000;

const words = document.body.dataset;
const line = document.getElementById("line");
const banner = document.getElementById("stale");
// The seconds are for eyes only: read aloud, they would never stop.
const [warning, seconds] = banner.children;

let show;
let source;
let last = words.id;
let heard = performance.now();
let opened = heard;

export function listen(showBoard) {
  show = showBoard;
  open();
  setInterval(watch, 1000);
  document.addEventListener("visibilitychange", wake);
  for (const event of ["pageshow", "online", "focus"]) window.addEventListener(event, wake);
  onTold(open);
  document.addEventListener("forbidden", open);
}

function open() {
  source?.close();
  opened = performance.now();
  source = new EventSource(`${words.stream ?? "/events"}?last=${encodeURIComponent(last)}`);
  source.addEventListener("open", hear);
  source.addEventListener("beat", hear);
  frameBy(source);
  source.addEventListener("board", (event) => {
    hear();
    last = event.lastEventId;
    show(JSON.parse(event.data));
  });
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED && askWhy());
}

function hear() {
  heard = performance.now();
  banner.hidden = true;
  delete banner.dataset.full;
  tell("live", words.live);
}

function watch() {
  const silent = performance.now() - heard;
  if (silent > STALE_MS || banner.dataset.full) {
    tell("stale", words.notLive);
    warning.textContent = banner.dataset.full ?? words.stale;
    seconds.textContent = words.silent.replace("{seconds}", Math.round(silent / 1000));
    banner.hidden = false;
  }
  const cut = source.readyState === EventSource.CLOSED || silent > STALE_MS;
  if (cut && performance.now() - opened > REOPEN_MS) open();
}

// A phone that slept or was out of reach does not wait to be called.
function wake() {
  if (document.visibilityState === "visible" && performance.now() - heard > REOPEN_MS + 1000) open();
}

// An answer that is no stream: the table may have as many pages open as it can serve.
async function askWhy() {
  const health = await fetch("/healthz").then((reply) => reply.json()).catch(() => null);
  if (health && health.streams.open >= health.streams.limit) banner.dataset.full = words.full;
}

function tell(state, word) {
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = word;
}
