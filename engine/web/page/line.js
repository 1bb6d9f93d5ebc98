// The typed line: shows what clicks build, completes what the viewer types, and recalls earlier lines.

import { $, el } from "./dom.js";
import { table } from "./view.js";
import * as answers from "./answers.js";

let connection, field, menu, meaning;
/** The offered words, the label of the typed row, and the index of the marked offer. */
let offers = [], whole = "", marked = -1, timer;
/** The lines sent so far, and how many lines back the field shows. */
const history = [];
let back = 0;

export function start(socket) {
  connection = socket;
  menu = el("ul", { id: "offers", role: "listbox", "aria-label": "What may be typed", hidden: true });
  field = el("input", {
    id: "typed",
    type: "text",
    role: "combobox",
    "aria-label": "Line: an answer or a command",
    "aria-expanded": "false",
    "aria-controls": "offers",
    "aria-autocomplete": "list",
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "an answer, why not …, help",
  });
  meaning = el("output", { class: "meaning", for: "typed" });
  $("line").append(menu, el("span", { class: "send", "aria-hidden": "true" }, "›"), field, meaning);
  $("line").addEventListener("submit", event => {
    event.preventDefault();
    send();
  });
  field.addEventListener("input", () => {
    rejected = "";
    answers.typed(field.value);
    clearTimeout(timer);
    timer = setTimeout(complete, 90);
  });
  field.addEventListener("keydown", keyPressed);
  field.addEventListener("blur", () => setTimeout(close, 150));
}

/** The refused part of a line, which the viewer may correct. */
let rejected = "";

/** Shows the line that clicks have built. */
export function show(text, isTyped, isReady) {
  $("line").classList.toggle("is-ready", isReady);
  if (text) rejected = "";
  if (!isTyped) field.value = text || rejected;
}

export function focus() {
  field.focus();
}

async function complete() {
  const text = field.value;
  if (!text.trim()) return close();
  const reply = await connection.ask({ complete: text, at: table.now.at });
  if (field.value !== text || document.activeElement !== field) return;
  offers = (reply.words ?? []).slice(0, 40);
  whole = reply.whole ?? "";
  marked = -1;
  draw();
}

function draw() {
  menu.replaceChildren(
    ...offers.map((offer, index) => {
      const item = el("li", { role: "option", id: `offer-${index}`, "aria-selected": String(index === marked) }, el("code", {}, offer.word), offer.says ? el("span", {}, offer.says) : null);
      item.addEventListener("pointerdown", event => {
        event.preventDefault();
        accept(index);
      });
      return item;
    }),
  );
  meaning.textContent = whole ? `→ ${whole}` : "";
  menu.hidden = offers.length === 0;
  field.setAttribute("aria-expanded", String(!menu.hidden));
  if (marked >= 0) field.setAttribute("aria-activedescendant", `offer-${marked}`);
  else field.removeAttribute("aria-activedescendant");
  menu.children[marked]?.scrollIntoView({ block: "nearest" });
}

function close() {
  offers = [];
  whole = "";
  marked = -1;
  draw();
}

/** Replaces the word at the end of the line by an offered word. */
function accept(index) {
  const before = field.value.slice(0, field.value.length - field.value.match(/[^\s,]*$/)[0].length);
  field.value = `${before}${offers[index].word} `;
  answers.typed(field.value);
  complete();
}

function keyPressed(event) {
  const isOpen = !menu.hidden;
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move && isOpen && !(move < 0 && marked < 0)) {
    marked = Math.min(Math.max(marked + move, -1), offers.length - 1);
    draw();
  } else if (move) {
    back = Math.min(Math.max(back - move, 0), history.length);
    field.value = back ? history[history.length - back] : "";
    answers.typed(field.value);
    close();
  } else if (event.key === "Tab" && isOpen && !event.shiftKey && (marked >= 0 || offers.length === 1 || !/(^|[\s,])$/.test(field.value))) {
    // If nothing is typed or marked, Tab moves the focus as usual.
    accept(Math.max(marked, 0));
  } else if (event.key === "Enter" && isOpen && marked >= 0) {
    accept(marked);
  } else if (event.key === "Escape") {
    if (isOpen) close();
    else {
      if (!field.value) field.blur();
      field.value = "";
      answers.startOver();
    }
  } else if (event.key === "/" && !field.value) {
    // The key `/` moves the focus to this field and is not typed.
  } else {
    return;
  }
  event.preventDefault();
}

async function send() {
  const text = field.value.trim();
  clearTimeout(timer);
  close();
  if (answers.isReady(text)) return answers.confirm();
  const choice = table.now.view.choice;
  const line = text || choice?.rows?.[choice.default ?? -1]?.text;
  if (!line) return;
  if (history.at(-1) !== line) history.push(line);
  back = 0;
  rejected = "";
  const reply = await answers.play(line);
  // A refused line stays in the field, so that the viewer can correct it.
  if (["refused", "error", "lost"].includes(reply.of)) rejected = field.value = reply.rest || line;
  else if (field.value.trim() === text) field.value = "";
}
