// The page's wiring: what the stream brings is shown, what a person presses is sent.
import { listen } from "./live.js";
import { morph } from "./morph.js";
import { drive } from "./pawns.js";
import { say } from "./send.js";
import { hear } from "./speech.js";
import { count } from "./windows.js";
import "./presses.js";
import "./suggestions.js";

const board = document.getElementById("board");

count(board, document.body.dataset.leftMs.split(" ").filter(Boolean).map(Number));
listen(({ title, html, left_ms: leftMs, news }) => {
  const ruling = latest();
  drive(board, () => morph(board, html));
  count(board, leftMs);
  document.title = document.getElementById("title").textContent = title;
  if (latest() !== ruling) say("");
  hear(news);
  document.dispatchEvent(new Event("board"));
});

function latest() {
  return board.querySelector(".entries li")?.value;
}
