// The desk's forms: a card that was missed, facts put right.
import { send } from "./send.js";

export function enterMissedCard(form, button) {
  send("/api/input", { line: tapOf(new FormData(form)) }, button);
}

// The line of the record for a card on a pad.
export function tapOf(data) {
  const { pad, card, by } = Object.fromEntries(data);
  return by ? `${pad} ${card} by ${by}` : `${pad} ${card}`;
}

// Only what is marked as different; a car that arrives ends the race, so kilometres come last.
export async function putRight(form, button) {
  const marks = [...form.querySelectorAll("[data-set]:checked")];
  const lines = marks.map((mark) => `set ${mark.dataset.set} ${valueOf(mark.closest(".fact"))}`);
  if (!lines.length) return;
  lines.sort((one, other) => / km \d+$/.test(one) - / km \d+$/.test(other));
  if (await send("/api/inputs", { lines }, button)) for (const mark of marks) mark.checked = false;
}

function valueOf(fact) {
  const fields = [...fact.querySelectorAll("[name=value]")];
  const values = fields.filter(({ type, checked }) => type !== "checkbox" || checked).map(({ value }) => value);
  return values.join(",") || "none";
}
