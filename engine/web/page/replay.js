// Looking back: a slider over the events, for this reader alone.

import { $, el, button } from "./dom.js";
import { deed } from "./log.js";
import { table } from "./view.js";

/** So long until the next is asked for, in milliseconds: the table shows who only watches two a second, all others five. */
const WAIT = { watcher: 520 }, USUAL = 220;

let wire, slider, says;
/** The event that is wanted, and whether it is on its way: of many only the newest is asked for. */
let wanted, isAsked = false;

export function start(socket) {
  wire = socket;
  slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Event" });
  says = el("output", {});
  slider.addEventListener("input", () => go(Number(slider.value)));
  const step = (text, label, run) => button(text, run, { "aria-label": label, title: label });
  $("replay").append(
    step("«", "To the beginning", () => go(0)),
    step("‹‹‹", "Heading before", () => heading(-1)),
    step("‹‹", "Answerer before", () => turn(-1)),
    step("‹", "Event before", () => event(-1)),
    slider,
    step("›", "Next event", () => event(1)),
    step("››", "Next answerer", () => turn(1)),
    step("›››", "Next heading", () => heading(1)),
    says,
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
  const held = $("replay").contains(document.activeElement);
  $("replay").hidden = true;
  $("look").setAttribute("aria-expanded", "false");
  wire.tell({ look: (wanted = null) });
  if (held) $("look").focus();
}

function here() {
  if (!table.now.looking) return table.log.length - 1;
  const at = table.log.findIndex(entry => entry.event === table.now.at);
  return at < 0 ? table.log.length - 1 : at;
}

function go(at) {
  at = Math.min(Math.max(at, 0), table.log.length - 1);
  slider.value = at;
  if (table.log[at]) ask(at === table.log.length - 1 ? null : table.log[at].event);
}

/** Looks at an event, or with nothing at the table as it is. */
function ask(event) {
  wanted = event;
  if (isAsked) return;
  isAsked = true;
  wire.tell({ look: event });
  setTimeout(() => {
    isAsked = false;
    if (wanted !== event) ask(wanted);
    else draw();
  }, WAIT[table.hello.you.role] ?? USUAL);
}

/** From where a step goes: from what is asked for, if that is still on its way. */
const from = () => (isAsked ? Number(slider.value) : here());

/** To the next event that was no answer by default. */
function event(step) {
  let at = from() + step;
  while (table.log[at]?.automatic) at += step;
  go(at);
}

/** To the next event with which a part of the game began: a turn, a card, a phase. */
function heading(step) {
  let at = from() + step;
  while (table.log[at] && !table.log[at].lines.some(line => line.of === "chapter")) at += step;
  go(at);
}

/** To the next event that somebody else answered. */
function turn(step) {
  const was = from();
  let at = was + step;
  while (table.log[at] && (table.log[at].side === table.log[was].side || table.log[at].automatic)) at += step;
  go(at);
}

export function draw() {
  if (!isOpen()) return;
  slider.max = Math.max(table.log.length - 1, 0);
  if (!isAsked) slider.value = here();
  const entry = table.log[here()];
  const text = (entry && deed(entry)) || "the beginning";
  const isAside = table.now.looking && table.log[here()]?.event !== table.now.at;
  says.textContent = isAside ? `event ${table.now.at}, on a branch` : `${here()} of ${table.log.length - 1}${table.now.looking ? ` · ${text}` : ""}`;
  slider.setAttribute("aria-valuetext", `event ${here()}, ${text}`);
}
