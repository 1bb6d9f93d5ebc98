// A slider that shows the positions after earlier events. The pages of other viewers do not change.

import { $, el, button } from "./dom.js";
import { actionOf } from "./log.js";
import { table, isSpectator } from "./view.js";

/** Milliseconds between two requests. The server allows a player five a second, and a spectator two. */
const WAIT = 220, SPECTATOR_WAIT = 520;

let connection, slider, label;
/** The newest event that the viewer wants, and whether a request is under way. The page sends one request at a time. */
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

/** Shows an event on any branch. The current event of the game means the live game. */
export function lookAt(event) {
  if (event === table.log.at(-1)?.event) return leave();
  open();
  request(event);
}

/** The index of the shown event in the log. */
function here() {
  if (!table.now.looking) return table.log.length - 1;
  const index = table.log.findIndex(entry => entry.event === table.now.at);
  return index < 0 ? table.log.length - 1 : index;
}

/** Shows the event at an index of the log. */
function go(index) {
  index = Math.min(Math.max(index, 0), table.log.length - 1);
  slider.value = index;
  if (table.log[index]) request(index === table.log.length - 1 ? null : table.log[index].event);
}

/** Requests an event from the server. `null` means the live game. */
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

/** The index from which a step starts: the index of the slider while a request is under way. */
const startIndex = () => (isRequested ? Number(slider.value) : here());

/** Goes to the next event that is no default answer. Here and below, a `step` of -1 goes back. */
function toEvent(step) {
  let index = startIndex() + step;
  while (table.log[index]?.automatic) index += step;
  go(index);
}

/** Goes to the next event with a log heading, such as a turn. */
function toHeading(step) {
  let index = startIndex() + step;
  while (table.log[index] && !table.log[index].lines.some(line => line.of === "chapter")) index += step;
  go(index);
}

/** Goes to the next answer of another side. */
function toOtherSide(step) {
  const start = startIndex();
  let index = start + step;
  while (table.log[index] && (table.log[index].side === table.log[start].side || table.log[index].automatic)) index += step;
  go(index);
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
