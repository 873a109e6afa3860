// What has happened, heard: spoken where this device wants that, otherwise told to a screen reader; and tones.
import { sound, wake } from "./tones.js";

const MOST_WAITING = 2;
const OLD_MS = 10_000;
const STUCK_MS = 30_000;

const voices = window.speechSynthesis;
const language = document.documentElement.lang;
const panel = document.getElementById("sound");
const [polite, assertive] = document.querySelectorAll("#heard > p");
const { aloud, tones, voice, rate } = Object.fromEntries([...panel.querySelectorAll("[name]")].map((each) => [each.name, each]));

let waiting = [];
let speaking;

export function hear({ text, urgent, tones: names }) {
  if (wants(tones)) sound(names);
  if (!text) return;
  if (voices && wants(aloud)) say(text, urgent);
  else tell(urgent ? assertive : polite, text);
}

// A fresh element each time: the same text twice is news twice.
function tell(region, text) {
  const said = document.createElement("span");
  said.textContent = text;
  region.replaceChildren(said);
}

// One voice at a time. A refusal or question interrupts; of what waits the oldest is dropped first, and old news is not told.
function say(text, urgent) {
  if (urgent) hush();
  waiting.push({ text, at: Date.now() });
  waiting = waiting.slice(-MOST_WAITING);
  if (speaking && Date.now() - speaking.at > STUCK_MS) hush(waiting);
  next();
}

function hush(kept = []) {
  waiting = kept;
  speaking = undefined;
  voices.cancel();
}

function next() {
  if (speaking) return;
  waiting = waiting.filter(({ at }) => Date.now() - at < OLD_MS);
  const news = waiting.shift();
  if (!news) return;
  const utterance = new SpeechSynthesisUtterance(news.text);
  utterance.lang = language;
  utterance.voice = voices.getVoices().find(({ voiceURI }) => voiceURI === voice.value) ?? null;
  utterance.rate = Number(rate.value);
  const current = { utterance, at: Date.now() };
  utterance.onend = utterance.onerror = () => {
    if (speaking !== current) return;
    speaking = undefined;
    next();
  };
  speaking = current;
  voices.speak(utterance);
}

// The device's own choices; where nothing can be kept they last as long as the page.
const keyOf = (control) => (control === voice ? `voice.${language}` : control.name);

function keep(control, value) {
  try {
    localStorage.setItem(keyOf(control), value);
  } catch {}
}

function kept(control) {
  try {
    return localStorage.getItem(keyOf(control));
  } catch {
    return null;
  }
}

function trySound() {
  hear({ text: panel.dataset.sample, urgent: true, tones: ["seen", "accepted"] });
}

const wants = (control) => control.getAttribute("aria-pressed") === "true";

function press(control, on) {
  control.setAttribute("aria-pressed", on);
  control.querySelector(".state").textContent = on ? panel.dataset.on : panel.dataset.off;
}

function offerVoices() {
  const chosen = kept(voice);
  const fitting = voices.getVoices().filter(({ lang }) => lang.replace("_", "-").split("-")[0] === language);
  voice.replaceChildren(voice.options[0], ...fitting.map(({ name, voiceURI }) => new Option(name, voiceURI, false, voiceURI === chosen)));
}

for (const control of [aloud, tones]) {
  press(control, kept(control) === "on");
  control.addEventListener("click", () => {
    press(control, !wants(control));
    keep(control, wants(control) ? "on" : "off");
    if (wants(tones)) wake();
    if (voices) hush();
    if (control === aloud && wants(aloud)) trySound();
  });
}
for (const control of [voice, rate]) control.addEventListener("change", () => keep(control, control.value));
rate.value = kept(rate) ?? 1;
if (rate.selectedIndex < 0) rate.value = 1;
panel.querySelector("#try-sound").addEventListener("click", trySound);
if (voices) {
  offerVoices();
  voices.addEventListener?.("voiceschanged", offerVoices);
} else {
  aloud.disabled = voice.disabled = rate.disabled = true;
  panel.querySelector("#no-voice").hidden = false;
}

// Browsers neither sound nor speak before the first touch of a page, and fall silent again when a phone has slept.
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => wants(tones) && wake());
document.addEventListener("pointerdown", () => voices && wants(aloud) && voices.speak(new SpeechSynthesisUtterance("")), { once: true });
