// The referee's desk: the newest view and the race's lines are shown, corrections are sent.
import { listen } from "./live.js";
import { morph } from "./morph.js";
import { say, send } from "./send.js";
import { count } from "./windows.js";
import { look } from "./change.js";
import { enterMissedCard, putRight } from "./forms.js";
import "./presses.js";
import "./suggestions.js";

const board = document.getElementById("board");
const lines = document.getElementById("lines");

count(board, document.body.dataset.leftMs.split(" ").filter(Boolean).map(Number));
listen(({ html, left_ms: leftMs }) => {
  morph(board, html);
  count(board, leftMs);
  list();
  look();
});

// The page of lines that the address names; an older answer never takes the place of a newer one.
let asked = 0;

async function list() {
  const mine = ++asked;
  const html = await fetch(`/desk/lines${location.search}`).then((reply) => (reply.ok ? reply.text() : null), () => null);
  if (html !== null && mine === asked) morph(lines, html);
}

document.addEventListener("click", async (event) => {
  const page = event.target.closest("a[data-page]");
  if (page && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    history.pushState(null, "", page.href);
    await list();
    lines.focus();
    lines.scrollIntoView();
  }
  const button = event.target.closest("button[data-desk]");
  if (button?.dataset.desk === "take-back") send("/desk/api/take-back", seen(button), button);
  if (button?.dataset.desk === "pause") send("/desk/api/pause", { paused: button.dataset.paused === "true" }, button);
});

window.addEventListener("popstate", list);

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.id === "missed-card") enterMissedCard(form, event.submitter);
  if (form.id === "resync") putRight(form, event.submitter);
  if (form.id === "cards-left") send("/desk/api/cards-left", { cards: Number(form.cards.value), ...seen(form) }, event.submitter);
});

// The race as it stood when this was drawn: a command that was meant for it is refused when that has gone on.
const seen = ({ dataset: { race, count: inputs } }) => ({ race: Number(race), count: Number(inputs) });

say("");
