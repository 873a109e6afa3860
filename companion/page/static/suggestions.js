// What may have been missed before a refused tap: the touch that says so enters it.
import { send } from "./send.js";

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-choice]");
  if (!button) return;
  const { lines, after } = button.closest("[data-lines]").dataset;
  const entered = JSON.parse(lines).map((line) => line ?? button.dataset.choice);
  send("/api/suggestion", { lines: entered, after: Number(after) }, button);
});
