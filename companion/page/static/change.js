// One line of the race's past inserted, changed or removed: what would come of it is shown before it is accepted.
import { morph } from "./morph.js";
import { tapOf } from "./forms.js";
import { post, send } from "./send.js";

const PAUSE_MS = 150;

const panel = document.getElementById("change");
const form = document.getElementById("changed");
const preview = document.getElementById("preview");
const title = document.getElementById("change-title");
const accept = form.querySelector("[type=submit]");

let act = null; // what is done to which line, while the panel is open
let opener; // the button that opened it
let counted; // the race that the preview is of, and how many inputs it had
let timer;

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-act]");
  if (!button) return;
  if (button.dataset.act === "cancel") close();
  else open(button, button.dataset.act, button.parentElement.dataset);
});

document.addEventListener("keydown", ({ key }) => key === "Escape" && act && close());

form.addEventListener("change", soon);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopPropagation();
  if (counted === undefined) return;
  const done = await send("/desk/api/amend", { ...wanted(), ...counted }, accept);
  if (done) close();
  else look();
});

// The preview once more: the race may have gone on.
export function look() {
  if (act) soon();
}

function open(button, name, line) {
  [act, opener] = [{ name, n: Number(line.n), line: line.line }, button];
  form.reset();
  for (const option of form.card.options) [option.value] = option.value.split("/");
  preview.replaceChildren();
  title.textContent = panel.dataset[name].replace("{n}", line.n);
  panel.querySelector(".was").textContent = name === "insert" ? "" : line.said;
  panel.querySelector(".input").hidden = name === "remove";
  begin(name === "change" ? line : { card: form.card.options[0].value });
  panel.hidden = false;
  title.focus();
  panel.scrollIntoView({ block: "nearest" });
  soon();
}

// The form says at first what the line says, a kind standing for the very copy that was laid; one that is no card of a form stays as it was
// until something else is chosen.
function begin({ card, pad, by, line }) {
  form.what.querySelector("[value=same]").hidden = Boolean(card);
  form.what.value = card ? "card" : "same";
  if (!card) return;
  const kind = [...form.card.options].find(({ value }) => value === card.split("/")[0]);
  if (kind) kind.value = card;
  form.card.value = card;
  if (line) [form.pad.value, form.by.value] = [pad, by];
}

function close() {
  act = null;
  counted = undefined;
  clearTimeout(timer);
  panel.hidden = true;
  const again = opener.isConnected ? opener : document.getElementById("lines");
  again.focus();
}

function soon() {
  counted = undefined;
  accept.disabled = true;
  clearTimeout(timer);
  timer = setTimeout(show, PAUSE_MS);
}

async function show() {
  const [asked, mine] = [act, timer];
  const { problem, reply } = await post("/desk/api/preview", JSON.stringify(wanted()));
  if (asked !== act || mine !== timer) return;
  if (problem) {
    preview.textContent = problem;
    return;
  }
  morph(preview, reply.html);
  counted = { race: reply.race, count: reply.count };
  accept.disabled = reply.nothing;
}

function wanted() {
  const without = [...preview.querySelectorAll("[name=without]:checked")].map(({ value }) => Number(value));
  if (act.name !== "insert") without.push(act.n);
  return { n: act.n, line: act.name === "remove" ? "" : written(), without };
}

function written() {
  const data = new FormData(form);
  switch (data.get("what")) {
    case "card": return tapOf(data);
    case "pass": return `pass ${data.get("car")}`;
    case "turn": return `set turn ${data.get("player")}`;
    case "same": return act.line;
    default: return data.get("what");
  }
}
