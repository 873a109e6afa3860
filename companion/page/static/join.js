// Joining: how it stands with this phone and with those that ask; what a person presses is sent.
import { morph } from "./morph.js";
import { say, send } from "./send.js";
import { tellTabs } from "./tabs.js";

const LOOK_MS = 1000;
const SILENT_MS = 5_000;

const { live, notLive } = document.body.dataset;
const now = document.getElementById("now");
const line = document.getElementById("line");
const byLink = document.getElementById("by-link");
const code = location.hash.slice(1); // a link's code never leaves the phone but in the command: no server logs a fragment

let seen = document.body.dataset.id;
let heard = performance.now();
const watched = document.body.classList.contains("watching");

async function look() {
  try {
    const reply = await fetch(`/join/news?after=${encodeURIComponent(seen)}`);
    if (!reply.ok) throw new Error(reply.status);
    if (reply.status === 200) {
      const { id, html, paired } = await reply.json();
      if (paired === watched) {
        tellTabs();
        return location.replace("/join"); // the whole page is another now
      }
      seen = id;
      morph(now, html);
    }
    heard = performance.now();
    tell("live", live);
  } catch {
    if (performance.now() - heard > SILENT_MS) tell("stale", notLive);
  }
}

async function lookOn() {
  await look();
  setTimeout(lookOn, LOOK_MS);
}

function tell(state, word) {
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = word;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-act]");
  if (!button) return;
  const { act, number, phone } = button.dataset;
  if (await send(`/join/api/${act}`, { number: Number(number), phone }, button)) look();
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { id } = event.target;
  const fields = Object.fromEntries(new FormData(event.target));
  if (await send(`/join/api/${id}`, { ...fields, ...(id === "link" && { code }) }, event.submitter)) look();
});

byLink.hidden = !code || !watched;
say("");
lookOn();
