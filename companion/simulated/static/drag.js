// A mouse drags a card by the pointer itself: the browsers' own drag and drop knows no buttons everywhere, and ends
// when the page changes under it.
const FAR_PX = 6; // a click trembles less

export function draggable(where, { take, drop, leave }) {
  let drag = null;
  let dropped = false;

  where.addEventListener("pointerdown", ({ target, button, pointerType, clientX, clientY }) => {
    dropped = false;
    const card = target.closest("[data-card]");
    if (card && pointerType === "mouse" && button === 0) drag = { card: card.dataset, x: clientX, y: clientY, ghost: null };
  });

  addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
    if (!drag) return;
    if (!(buttons & 1)) return end();
    const [x, y] = [clientX - drag.x, clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < FAR_PX) return;
      drag.ghost = ghostOf(drag.card.card);
      if (!drag.ghost) return end();
      take(drag.card);
    }
    drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
    mark(padUnder(clientX, clientY));
  });

  addEventListener("pointerup", ({ clientX, clientY }) => {
    setTimeout(() => { dropped = false; });
    if (!drag?.ghost) return end();
    const pad = padUnder(clientX, clientY);
    end();
    if (pad) drop(pad);
    else leave();
  });
  addEventListener("pointercancel", end);
  addEventListener("keydown", ({ key }) => key === "Escape" && end());

  // The click that a mouse makes of press and release is no choice of a card, or of a pad.
  addEventListener("click", (event) => {
    if (!dropped) return;
    dropped = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);

  function end() {
    dropped ||= Boolean(drag?.ghost);
    drag?.ghost?.remove();
    drag = null;
    mark(null);
  }
}

function ghostOf(name) {
  const card = document.querySelector(`[data-card="${name}"]`);
  if (!card) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = `${card.className} dragged`;
  ghost.innerHTML = card.innerHTML;
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  return ghost;
}

const padUnder = (x, y) => document.elementFromPoint(x, y)?.closest("[data-pad]") ?? null;

function mark(pad) {
  for (const old of document.querySelectorAll(".aimed")) if (old !== pad) old.classList.remove("aimed");
  pad?.classList.add("aimed");
}
