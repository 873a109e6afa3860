// A page that asks every now and then what has changed, and says when nobody answers.
import { morph } from "./morph.js";

const LOOK_MS = 400;
const SILENT_MS = 5_000;

const { live, notLive } = document.body.dataset;
const line = document.getElementById("line");

export function follow(address, part) {
  let seen = document.body.dataset.id;
  let heard = performance.now();

  async function look() {
    try {
      const reply = await fetch(`${address}?after=${encodeURIComponent(seen)}`);
      if (!reply.ok) throw new Error(reply.status);
      if (reply.status === 200) {
        const { id, html } = await reply.json();
        seen = id;
        morph(part, html);
      }
      heard = performance.now();
      tell("live", live);
    } catch {
      if (performance.now() - heard > SILENT_MS) tell("stale", notLive);
    }
    setTimeout(look, LOOK_MS);
  }

  look();
}

function tell(state, word) {
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = word;
}
