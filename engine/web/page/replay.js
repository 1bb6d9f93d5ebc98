// Looking back: a slider over the events, for this page only.

import { $, el, button } from "./dom.js";
import { actionOf } from "./log.js";
import { table, isSpectator } from "./view.js";

/** Milliseconds between two requests: the server shows spectators two events a second, and players five. */
const WAIT = 220, SPECTATOR_WAIT = 520;

let connection, slider, label;
/** The wanted event, and whether a request is under way. Only the newest event is requested after it. */
let wanted, isRequested = false;

export function start(socket) {
  connection = socket;
  slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Event" });
  label = el("output", {});
  slider.addEventListener("input", () => go(Number(slider.value)));
  const step = (text, name, run) => button(text, run, { "aria-label": name, title: name });
  $("replay").append(
    step("«", "To the beginning", () => go(0)),
    step("‹‹‹", "Heading before", () => toHeading(-1)),
    step("‹‹", "Answerer before", () => toOtherSide(-1)),
    step("‹", "Event before", () => toEvent(-1)),
    slider,
    step("›", "Next event", () => toEvent(1)),
    step("››", "Next answerer", () => toOtherSide(1)),
    step("›››", "Next heading", () => toHeading(1)),
    label,
    button("Live", leave, { class: "live" }),
  );
}

export const isOpen = () => !$("replay").hidden;

export function toggle() {
  if (isOpen()) return leave();
  open();
  slider.focus();
}

export function open() {
  $("replay").hidden = false;
  $("look").setAttribute("aria-expanded", "true");
  draw();
}

export function leave() {
  if (!isOpen()) return;
  const hadFocus = $("replay").contains(document.activeElement);
  $("replay").hidden = true;
  $("look").setAttribute("aria-expanded", "false");
  connection.send({ look: (wanted = null) });
  if (hadFocus) $("look").focus();
}

/** Shows an event, on any branch. The current event of the game ends looking back. */
export function lookAt(event) {
  if (event === table.log.at(-1)?.event) return leave();
  open();
  request(event);
}

/** The index of the shown event in the log. */
function here() {
  if (!table.now.looking) return table.log.length - 1;
  const at = table.log.findIndex(entry => entry.event === table.now.at);
  return at < 0 ? table.log.length - 1 : at;
}

function go(at) {
  at = Math.min(Math.max(at, 0), table.log.length - 1);
  slider.value = at;
  if (table.log[at]) request(at === table.log.length - 1 ? null : table.log[at].event);
}

/** Requests an event; `null` is the live game. */
function request(event) {
  wanted = event;
  if (isRequested) return;
  isRequested = true;
  connection.send({ look: event });
  setTimeout(() => {
    isRequested = false;
    if (wanted !== event) request(wanted);
    else draw();
  }, isSpectator() ? SPECTATOR_WAIT : WAIT);
}

/** Where a step begins: at the slider, if a request is under way. */
const from = () => (isRequested ? Number(slider.value) : here());

/** To the next event that is no default. */
function toEvent(step) {
  let at = from() + step;
  while (table.log[at]?.automatic) at += step;
  go(at);
}

/** To the next event with a log heading: a turn, a card, a phase. */
function toHeading(step) {
  let at = from() + step;
  while (table.log[at] && !table.log[at].lines.some(line => line.of === "chapter")) at += step;
  go(at);
}

/** To the next answer of another side. */
function toOtherSide(step) {
  const start = from();
  let at = start + step;
  while (table.log[at] && (table.log[at].side === table.log[start].side || table.log[at].automatic)) at += step;
  go(at);
}

export function draw() {
  if (!isOpen()) return;
  slider.max = Math.max(table.log.length - 1, 0);
  if (!isRequested) slider.value = here();
  const entry = table.log[here()];
  const text = (entry && actionOf(entry)) || "the beginning";
  const isOnBranch = table.now.looking && table.log[here()]?.event !== table.now.at;
  label.textContent = isOnBranch ? `event ${table.now.at}, on a branch` : `${here()} of ${table.log.length - 1}${table.now.looking ? ` · ${text}` : ""}`;
  slider.setAttribute("aria-valuetext", `event ${here()}, ${text}`);
}
