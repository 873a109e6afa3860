// A race that was left goes on, in place of the one that stands.
import { send } from "./send.js";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-go-on]");
  if (button && (await send("/new/api/go-on", { race: Number(button.dataset.goOn) }, button))) location.assign("/");
});
