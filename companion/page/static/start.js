// The first run: what the table feels is shown, what a person presses is sent, and who leaves lets the table play.
import { follow } from "./news.js";
import { send } from "./send.js";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-act]");
  if (!button) return;
  const { act, word, to } = button.dataset;
  if ((await send(`/start/api/${act}`, { word }, button)) && to) location.assign(to);
});

window.addEventListener("pagehide", () => {
  if (!document.querySelector('[data-act="end"]')) return;
  const body = JSON.stringify({ id: `${performance.timeOrigin} ${performance.now()}` });
  fetch("/start/api/end", { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: true });
});

follow(document.body.dataset.news, document.getElementById("now"));
