// The typed line: what clicks build, what hands type, completed by the table, with what was typed before.

import { $, el } from "./dom.js";
import { table } from "./view.js";
import * as answers from "./answers.js";

let wire, field, list, keys, means;
let offers = [], whole = "", marked = -1, timer;
const history = [];
let back = 0;

export function start(socket) {
  wire = socket;
  list = el("ul", { id: "offers", role: "listbox", "aria-label": "What may be typed", hidden: true });
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
  keys = el("span", { class: "send", "aria-hidden": "true" }, "›");
  means = el("output", { class: "means", for: "typed" });
  $("line").append(list, keys, field, means);
  $("line").addEventListener("submit", event => {
    event.preventDefault();
    send();
  });
  field.addEventListener("input", () => {
    left = "";
    answers.typed(field.value);
    clearTimeout(timer);
    timer = setTimeout(complete, 90);
  });
  field.addEventListener("keydown", pressed);
  field.addEventListener("blur", () => setTimeout(shut, 150));
}

/** What of a line was not taken: it is corrected and sent again. */
let left = "";

/** Shows the line as it is built by clicks. */
export function show(text, isTyped, isReady) {
  $("line").classList.toggle("is-ready", isReady);
  if (text) left = "";
  if (!isTyped) field.value = text || left;
}

export function focus() {
  field.focus();
}

async function complete() {
  const text = field.value;
  if (!text.trim()) return shut();
  const reply = await wire.ask({ complete: text, at: table.now.at });
  if (field.value !== text || document.activeElement !== field) return;
  offers = (reply.words ?? []).slice(0, 40);
  whole = reply.whole ?? "";
  marked = -1;
  draw();
}

function draw() {
  list.replaceChildren(
    ...offers.map((offer, at) => {
      const item = el("li", { role: "option", id: `offer-${at}`, "aria-selected": String(at === marked) }, el("code", {}, offer.word), offer.says ? el("span", {}, offer.says) : null);
      item.addEventListener("pointerdown", event => {
        event.preventDefault();
        take(at);
      });
      return item;
    }),
  );
  means.textContent = whole ? `→ ${whole}` : "";
  list.hidden = offers.length === 0;
  field.setAttribute("aria-expanded", String(!list.hidden));
  if (marked >= 0) field.setAttribute("aria-activedescendant", `offer-${marked}`);
  else field.removeAttribute("aria-activedescendant");
  list.children[marked]?.scrollIntoView({ block: "nearest" });
}

function shut() {
  offers = [];
  whole = "";
  marked = -1;
  draw();
}

/** Puts a word in the place of the one being typed. */
function take(at) {
  const before = field.value.slice(0, field.value.length - field.value.match(/[^\s,]*$/)[0].length);
  field.value = `${before}${offers[at].word} `;
  answers.typed(field.value);
  complete();
}

function pressed(event) {
  const open = !list.hidden;
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move && open && !(move < 0 && marked < 0)) {
    marked = Math.min(Math.max(marked + move, -1), offers.length - 1);
    draw();
  } else if (move) {
    back = Math.min(Math.max(back - move, 0), history.length);
    field.value = back ? history[history.length - back] : "";
    answers.typed(field.value);
    shut();
  } else if (event.key === "Tab" && open && !event.shiftKey && (marked >= 0 || offers.length === 1 || !/(^|[\s,])$/.test(field.value))) {
    // With nothing begun or marked, Tab goes on to the next part of the page as everywhere.
    take(Math.max(marked, 0));
  } else if (event.key === "Enter" && open && marked >= 0) {
    take(marked);
  } else if (event.key === "Escape") {
    if (open) shut();
    else {
      if (!field.value) field.blur();
      field.value = "";
      answers.startOver();
    }
  } else if (event.key === "/" && !field.value) {
    // It is the key that leads here.
  } else {
    return;
  }
  event.preventDefault();
}

async function send() {
  const text = field.value.trim();
  clearTimeout(timer);
  shut();
  if (answers.isReady(text)) return answers.doIt();
  const choice = table.now.view.choice;
  const fallback = choice?.rows?.[choice.default ?? -1];
  const line = text || fallback?.text;
  if (!line) return;
  if (history.at(-1) !== line) history.push(line);
  back = 0;
  left = "";
  const reply = await answers.play(line);
  // What was refused stays to be mended, whatever is drawn meanwhile.
  if (["refused", "error", "lost"].includes(reply.of)) left = field.value = reply.rest || line;
  else if (field.value.trim() === text) field.value = "";
}
