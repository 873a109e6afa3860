// The page of a new race: characters are picked by touch, what an edition does not know is hidden, errors stand at their field.
import { send } from "./send.js";

const form = document.getElementById("new-race");
const words = document.body.dataset;
const answer = document.querySelector("#answer [role=alert]");

const edition = () => form.querySelector("[name=edition]:checked");
const shape = () => form.querySelector("[name=form]:checked").value;
const inTeams = () => shape() !== "alone";
const cars = () => [...form.querySelectorAll(`.${inTeams() ? "teams" : "alone"} > [data-car]:not([hidden])`)];
const nameOf = (car) => car.querySelector("[name=seat], [name=team]");
const membersOf = (car) => [...car.querySelectorAll("[data-member]:not([hidden]) input:not([type])")];
const fields = () => cars().flatMap((car) => [nameOf(car), ...membersOf(car)]);
const textOf = (field) => field.value.trim();

function fit() {
  const { fewest, most, teams } = edition().dataset;
  const known = ["alone", ...teams.split(" ")];
  for (const choice of form.elements.form) choice.closest("label").hidden = !known.includes(choice.value);
  if (!known.includes(shape())) form.elements.form[0].checked = true;
  const [rows, members] = inTeams() ? shape().split("x").map(Number) : [Number(most), 0];
  for (const part of form.querySelectorAll(".alone, .teams")) part.hidden = part.classList.contains("teams") !== inTeams();
  for (const car of form.querySelectorAll("[data-car]")) car.hidden = Number(car.dataset.car) > (inTeams() ? rows : seats(rows));
  for (const member of form.querySelectorAll("[data-member]")) member.hidden = Number(member.dataset.member) > members;
  for (const group of form.querySelectorAll(".characters")) group.hidden = group.dataset.edition !== edition().value;
  form.dataset.fewest = inTeams() ? rows : fewest;
  draw();
}

// All that are taken, and one more to sit down at.
function seats(most) {
  const taken = [...form.querySelectorAll("[name=seat]")].map((field) => textOf(field) !== "").lastIndexOf(true) + 1;
  return Math.min(most, Math.max(Number(edition().dataset.fewest), taken + 1));
}

// A pawn's letter is the first of its name that no car before has, as the referee gives them.
function draw() {
  const taken = new Set();
  for (const car of cars()) {
    const own = [...textOf(nameOf(car)).toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
    const letter = own.find((each) => !taken.has(each)) ?? own[0] ?? "";
    taken.add(letter);
    car.querySelector(".pawn-mark text").textContent = letter;
  }
  const playing = cars().map((car) => textOf(nameOf(car)));
  for (const button of form.querySelectorAll("[data-character]")) {
    button.setAttribute("aria-pressed", playing.includes(button.dataset.character));
  }
}

function pick(character) {
  const names = cars().map(nameOf);
  const seated = names.find((field) => textOf(field) === character);
  const free = names.find((field) => !textOf(field));
  if (seated) seated.value = "";
  else if (free) free.value = character;
  right(seated ?? free);
  fit();
}

function wrong(field, text) {
  right(field);
  const note = document.createElement("p");
  note.className = "wrong";
  note.id = `wrong-${form.querySelectorAll(".wrong").length + 1}`;
  note.textContent = text;
  field.closest(".seat").append(note);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", note.id);
}

function right(field) {
  if (!field?.hasAttribute("aria-invalid")) return;
  document.getElementById(field.getAttribute("aria-describedby"))?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}

function check() {
  for (const field of form.querySelectorAll("[aria-invalid]")) right(field);
  const filled = fields().filter(textOf);
  if (inTeams()) for (const field of fields().filter((each) => !textOf(each))) wrong(field, words.needed);
  const empty = cars().map(nameOf).find((field) => !textOf(field));
  if (!inTeams() && filled.length < Number(form.dataset.fewest)) wrong(empty, words.few.replace("{fewest}", form.dataset.fewest));
  filled.forEach((field, n) => {
    const name = textOf(field);
    if (filled.slice(0, n).some((other) => textOf(other) === name)) wrong(field, words.twice.replace("{name}", name));
  });
  if (beginner() === "") wrong(form.querySelector("[name=begins]:checked"), words.begins);
  const first = form.querySelector("[aria-invalid]");
  first?.focus();
  return !first;
}

// Nobody marked: the first seat begins.
function beginner() {
  const mark = form.querySelector("[name=begins]:checked");
  if (!mark || mark.closest("[hidden]")) return undefined;
  return textOf(mark.closest(".seat").querySelector("input:not([type])"));
}

// The second press of a double click begins no second race; a page that is come back to begins another.
let begun = false;
window.addEventListener("pageshow", () => { begun = false; });

async function begin(button) {
  if (begun || !check()) return;
  begun = true;
  const playing = cars().filter((car) => textOf(nameOf(car)));
  const crews = playing.map((car) => {
    const name = textOf(nameOf(car));
    return inTeams() ? { name, players: membersOf(car).map(textOf) } : { players: [name] };
  });
  const switches = [...form.querySelectorAll(`[name="${edition().value}"]:checked`)].map(({ value }) => value);
  const race = { edition: edition().value, cars: crews, first: beginner(), switches, draws: form.elements.draws.value };
  begun = Boolean(await send("/api/new-race", race, button));
  if (begun) location.assign("/new/set-up");
  else tellAtField(answer.textContent);
}

// What the referee refuses it names in quotes.
function tellAtField(problem) {
  const named = (name) => name && [..."“«‘'\""].some((mark) => problem.includes(mark + name));
  const field = fields().find((each) => named(textOf(each)));
  if (field) wrong(field, problem);
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-character], [data-rematch]");
  if (button?.dataset.character) pick(button.dataset.character);
  else if (button && (await send("/new/api/rematch", {}, button))) location.assign("/");
});
form.addEventListener("input", ({ target }) => {
  right(target);
  fit();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin(event.submitter);
});

(form.querySelector(`[name=form][value="${form.dataset.form}"]`) ?? form.elements.form[0]).checked = true;
fit();
const first = fields().find((field) => textOf(field) === form.dataset.first && field.closest(".seat").querySelector("[name=begins]"));
if (first) first.closest(".seat").querySelector("[name=begins]").checked = true;
