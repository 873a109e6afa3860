// A race gone by: stepped through by the slider, links, keys or by itself; and run on the table's lights.
import { morph } from "./morph.js";
import { drive } from "./pawns.js";
import { say, send } from "./send.js";

const PLAY_MS = 1500;
const LOOK_MS = 1000;
const REMEMBERED = 200;

const { race } = document.querySelector("main").dataset;
const { offline } = document.body.dataset;
const slider = document.getElementById("at");
const step = document.getElementById("step");

if (slider) {
  const label = document.querySelector("[data-at]");
  const play = document.getElementById("play");
  const last = Number(slider.max);
  const drawn = new Map();
  let shown = Number(slider.value);
  let asking = false;
  let timer;

  play.hidden = document.querySelector(".keys").hidden = false;
  drawn.set(shown, step.innerHTML);
  go(shown);

  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const link of document.querySelectorAll("a[data-to]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      rest();
      go(target(link.dataset.to));
    });
  }
  document.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    rest();
    go(target(to));
  });
  play.addEventListener("click", () => (timer ? rest() : run()));

  function target(to) {
    const at = Number(slider.value);
    return { first: 0, back: Math.max(0, at - 1), next: Math.min(last, at + 1), last }[to];
  }

  function go(n) {
    slider.value = n;
    const text = label.dataset.at.replace("{n}", n);
    label.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    for (const link of document.querySelectorAll("a[data-to]")) link.href = `?at=${target(link.dataset.to)}`;
    history.replaceState(null, "", `?at=${n}`);
    show();
  }

  // One step is asked for at a time: of those that the slider passed meanwhile only the last matters.
  async function show() {
    if (asking) return;
    asking = true;
    try {
      for (let n = Number(slider.value); n !== shown; n = Number(slider.value)) {
        const html = drawn.get(n) ?? (await ask(n));
        drive(step, () => morph(step, html));
        shown = n;
      }
      say("");
    } catch (problem) {
      say(problem.told ?? offline);
      rest();
    }
    asking = false;
  }

  async function ask(n) {
    const reply = await fetch(`/races/${race}/at/${n}`);
    const { html, error } = await reply.json();
    if (!reply.ok) throw Object.assign(new Error(), { told: error });
    if (drawn.size >= REMEMBERED) drawn.delete(drawn.keys().next().value);
    drawn.set(n, html);
    return html;
  }

  function run() {
    if (Number(slider.value) === last) go(0);
    timer = setInterval(() => {
      if (asking) return;
      if (Number(slider.value) === last) rest();
      else go(Number(slider.value) + 1);
    }, PLAY_MS);
    play.textContent = play.dataset.rest;
  }

  function rest() {
    clearInterval(timer);
    timer = undefined;
    play.textContent = play.dataset.play;
  }
}

const lights = document.getElementById("lights");
if (lights) {
  const told = document.getElementById("shown");
  lights.addEventListener("click", async () => {
    const on = pressed();
    if (await send(`/races/api/${on ? "stop" : "play"}`, { race }, lights)) tell(!on);
  });
  if (pressed()) setTimeout(look, LOOK_MS);

  function pressed() {
    return lights.getAttribute("aria-pressed") === "true";
  }

  function tell(on) {
    lights.setAttribute("aria-pressed", on);
    lights.textContent = on ? lights.dataset.stop : lights.dataset.play;
    told.textContent = on ? told.dataset.began : told.dataset.ended;
    if (on) setTimeout(look, LOOK_MS);
  }

  // It ends by itself, or as soon as a card is laid.
  async function look() {
    const reply = await fetch("/races/api/lights").then((answer) => answer.json()).catch(() => null);
    if (!pressed()) return;
    if (reply && reply.race !== race) tell(false);
    else setTimeout(look, LOOK_MS);
  }
}

const remove = document.getElementById("remove");
remove?.addEventListener("click", async () => {
  if (await send("/races/api/remove", { race }, remove)) location.assign("/races");
});
