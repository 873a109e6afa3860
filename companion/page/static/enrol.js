// The wizard: what was laid is shown, what a person presses is sent.
import { follow } from "./news.js";
import { say, send } from "./send.js";

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-act]");
  if (!button) return;
  const { act, word } = button.dataset;
  send(`/enrol/api/${act}`, { word }, button);
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.id === "choose-spare") send("/enrol/api/choose", { word: form.word.value }, event.submitter);
  if (form.id === "import") {
    const taken = await send("/enrol/api/import", { deck: await form.deck.files[0].text() }, event.submitter);
    if (taken) form.reset();
  }
});

say("");
follow("/enrol/news", document.getElementById("now"));
