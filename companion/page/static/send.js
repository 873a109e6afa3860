// Sends a command; gives the answer, or nothing when it was refused. It carries an id, so that sending it again after a lost answer never does it twice.
const PAUSES_MS = [500, 1500, 3000];
const GAP_PX = 24;

const { offline, odd } = document.body.dataset;
const answer = document.getElementById("answer");

const [alert, close] = answer.children;
let pressed; // the button whose command was refused

export async function send(address, command, button) {
  const body = JSON.stringify({ id: newId(), ...command });
  button?.setAttribute("aria-busy", "true");
  say("");
  const { problem = "", reply } = await post(address, body);
  say(problem, button);
  button?.removeAttribute("aria-busy");
  return reply;
}

// The answer to a request: `reply`, or `problem` in words.
export async function post(address, body) {
  for (const pause of [...PAUSES_MS, null]) {
    try {
      const answered = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      const reply = await answered.json().catch(() => ({}));
      if (answered.ok) return { reply };
      if (answered.status === 403) document.dispatchEvent(new Event("forbidden"));
      return { problem: reply.error ?? odd.replace("{status}", answered.status) };
    } catch {
      if (pause === null) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return { problem: offline };
}

// Whatever is scrolled to or focused stays clear of the message, first of all the button that was pressed.
export function say(problem, button) {
  if (!problem && answer.contains(document.activeElement)) pressed?.focus();
  alert.textContent = problem;
  answer.hidden = !problem;
  pressed = button;
  document.documentElement.style.scrollPaddingBottom = problem && `${answer.offsetHeight + GAP_PX}px`;
  if (problem) button?.scrollIntoView({ block: "nearest" });
}

close.addEventListener("click", () => say(""));
document.addEventListener("input", () => say(""));
document.addEventListener("keydown", ({ key }) => key === "Escape" && say(""));

// crypto.randomUUID is missing on http pages other than localhost's, which is where this page lives.
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
