// What a press of a button sends, on the race's page and at the referee's desk.
import { send } from "./send.js";

const SENDING = ["line", "not-mine", "calm", "lend", "rematch"].map((name) => `button[data-${name}]`).join();

document.addEventListener("click", ({ target }) => {
  const button = target.closest(SENDING);
  if (!button) return;
  const { line, of, notMine, player, calm, lend, pad, rematch } = button.dataset;
  if (rematch !== undefined) {
    send("/new/api/rematch", {}, button);
  } else if (line) {
    send("/api/input", { line, ...(of && { of: Number(of) }) }, button);
  } else if (lend) {
    send("/api/pad", { car: lend, pad }, button);
  } else if (calm) {
    send("/api/lights", { calm: calm === "true" }, button);
  } else {
    send("/api/not-mine", { n: Number(notMine), player }, button);
  }
});
