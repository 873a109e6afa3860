// Hands on the simulated table: choose a card, then a pad; or drag it there. The stream brings what came of it.
import { frameBy } from "/static/frame.js";
import { morph } from "/static/morph.js";
import { say, send } from "/static/send.js";
import { count } from "/static/windows.js";
import { draggable } from "/table/static/drag.js";
import { keeping } from "/table/static/focus.js";

const SILENT_MS = 15_000;

const { live, notLive, chooseFirst } = document.body.dataset;
const hands = document.querySelector("main");
const line = document.getElementById("line");

let held = null; // the card in hand: its name and its player's
let light = "";
let heard = performance.now();
let source = listen();

function listen() {
  const stream = new EventSource("/table/events");
  frameBy(stream);
  stream.onmessage = ({ data }) => {
    heard = performance.now();
    tell("live", live);
    const news = JSON.parse(data);
    if (news.parts) show(news.parts);
    light = news.light ?? light;
    if (news.parts || news.light) shine();
  };
  return stream;
}

function show(parts) {
  keeping(() => {
    for (const [part, html] of Object.entries(parts)) morph(document.getElementById(part), html);
    hold(held);
  });
  countDown();
}

// How high the ruling is: names of hands stay below it (table.css).
const height = new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--ruling", `${target.offsetHeight}px`));
height.observe(hands.querySelector(".ruling"));

function countDown() {
  count(hands, [...hands.querySelectorAll("[data-window]")].map(({ dataset }) => Number(dataset.leftMs)));
}
countDown();

setInterval(() => {
  if (performance.now() - heard < SILENT_MS) return;
  tell("stale", notLive);
  source.close();
  source = listen();
  heard = performance.now() - SILENT_MS / 2;
}, 1000);

function tell(state, word) {
  if (line.dataset.state === state) return;
  line.dataset.state = state;
  line.textContent = word;
}

// A screen is no lamp: what glows faintly on the strip would be black here.
const bright = Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** 0.45));

function shine() {
  for (const pixel of document.querySelectorAll(".pixel")) {
    const at = 6 * Number(pixel.dataset.pixel);
    const colour = [0, 2, 4].map((part) => bright[parseInt(light.slice(at + part, at + part + 2), 16) || 0]);
    const fill = colour.some(Boolean) ? `rgb(${colour})` : "";
    if (pixel.style.fill !== fill) pixel.style.fill = fill;
  }
}

function hold(card) {
  const buttons = [...hands.querySelectorAll("[data-card]")];
  held = card && buttons.some(({ dataset }) => dataset.card === card.card && dataset.player === card.player) ? card : null;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.card === held?.card));
  document.body.classList.toggle("holding", held !== null);
}

function lay(card, pad, button) {
  const byKeys = button.closest(".tray")?.contains(document.activeElement);
  hold(null);
  if (byKeys) hands.querySelector(`[data-hand="${CSS.escape(card.player)}"]`)?.focus();
  send("/table/api/lay", { ...card, pad }, button);
}

// Who works by keys finds the pads at once, and the card or its hand again after it.
function choose(card, byKey) {
  hold(card);
  if (byKey && held) hands.querySelector(".tray button").focus();
}

function keep() {
  const card = held && hands.querySelector(`[data-card="${CSS.escape(held.card)}"]`);
  hold(null);
  card?.focus();
}

const cardOf = ({ card, player }) => ({ card, player });

document.addEventListener("click", ({ target, detail }) => {
  const button = target.closest("button");
  if (!button) return;
  const { act, card, keep: kept, pad, padOf, thrown, player, speed, line: said, of, notMine } = button.dataset;
  if (card) choose(held?.card === card ? null : cardOf(button.dataset), detail === 0);
  else if (kept) keep();
  else if (pad) held ? lay(held, pad, button) : say(chooseFirst, button);
  else if (said) send("/api/input", { line: said, ...(of && { of: Number(of) }) }, button);
  else if (notMine) send("/api/not-mine", { n: Number(notMine), player }, button);
  else if (act) send(`/table/api/${act}`, { pad: padOf, card: thrown, player, speed }, button);
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  if (held) keep();
  say("");
});

draggable(hands, {
  take: (card) => hold(cardOf(card)),
  drop: (pad) => held && lay(held, pad.dataset.pad, pad),
  leave: () => hold(null),
});
