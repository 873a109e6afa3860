// Stroke windows count down: a bar that shrinks, and the seconds in words.
const WINDOW_MS = 15_000;
const STEP_MS = 250;

let ends = [];
let timer;

export function count(board, leftMs) {
  ends = leftMs.map((left) => performance.now() + left);
  clearInterval(timer);
  if (ends.length) timer = setInterval(show, STEP_MS, board);
  show(board);
}

function show(board) {
  for (const left of board.querySelectorAll("[data-window]")) {
    const leftMs = Math.max(0, ends[left.dataset.window] - performance.now());
    const [bar, timerText] = left.children;
    bar.firstElementChild.style.transform = `scaleX(${leftMs / WINDOW_MS})`;
    const text = timerText.dataset.words.replace("{seconds}", Math.ceil(leftMs / 1000));
    if (timerText.textContent !== text) timerText.textContent = text;
  }
}
