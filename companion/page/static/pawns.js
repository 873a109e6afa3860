// Pawns, and the signs above them, drive to their new space instead of jumping there.
const DRIVE_MS = 900;

export function drive(board, change) {
  const before = places(board);
  change();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [pawn, [x, y]] of places(board)) {
    const [oldX, oldY] = before.get(pawn) ?? [x, y];
    if (oldX === x && oldY === y) continue;
    const steps = [[oldX, oldY], [x, y]].map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)` }));
    pawn.animate(steps, { duration: DRIVE_MS, easing: "ease-in-out" });
  }
}

const places = (board) => new Map([...board.querySelectorAll("[data-x]")].map((pawn) => [pawn, [pawn.dataset.x, pawn.dataset.y]]));
