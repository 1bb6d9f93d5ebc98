// The log, event by event. Marks what is new to this viewer and folds long entries.

import { $, el, button, many, differs, afterwards, store, stored } from "./dom.js";
import { table, sideName, title, isSpectator } from "./view.js";
import * as branches from "./branches.js";

const MOST_SHOWN = 60; // older pieces are added on request
const MOST_LINES = 6; // more lines below one heading are folded
let onlyNew = false;
/** How many of the oldest pieces are left out. It does not grow while the viewer reads older ones. */
let hiddenCount = 0;
/** The events that the viewer has unfolded. */
const unfolded = new Set();

/** Takes the log of a view message. */
export function take(log) {
  if (!log || table.now.looking) return;
  const isFirst = !table.log.length;
  table.log.length = Math.min(table.log.length, log.from);
  table.log.push(...log.entries);
  table.stamp = log.stamp ?? 0;
  table.seen = isFirst ? seenBefore() : Math.min(table.seen, table.log.length);
}

/** The name under which the browser stores the last event that was read. */
let storageKey = "";

/** How many entries had been read when this page was last open; all, if it never was. */
function seenBefore() {
  const event = stored(storageKey);
  const at = table.log.findIndex(entry => String(entry.event) === event);
  return at < 0 ? table.log.length : at + 1;
}

/** The viewer answers: the log so far counts as read, and its end is shown again. */
export function answered() {
  hold(false);
  markRead();
}

function markRead() {
  table.seen = table.log.length;
  if (table.seen) store(storageKey, table.log.at(-1).event);
}

let box;
/** The pieces in the list, in order: `{entry, state, nodes}`. */
let pieces = [];
/** Whether the viewer has scrolled away from the end. Otherwise the list stays at its end. */
let isHeld = false;
let top = 0, height = -1;

/** `key` is the secret of the link. Only a hash of it is stored. */
export function start(key) {
  storageKey = `seen-${[...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)}`;
  document.addEventListener("visibilitychange", () => document.hidden && table.now && !onlyNew && (markRead(), draw()));
  box = el("ol", { tabindex: 0, "aria-label": "Log" });
  // Spectators never answer: a touch of the page marks the log as read.
  addEventListener("pointerdown", () => isSpectator() && table.now && !onlyNew && markRead());
  box.addEventListener("scroll", () => {
    // The list also scrolls when its height changes.
    if (box.clientHeight === height) hold(box.scrollHeight - box.scrollTop - box.clientHeight > 30);
    if (isHeld) top = box.scrollTop;
  });
  new ResizeObserver(scroll).observe(box);
}

function hold(held) {
  isHeld = held;
  box.dataset.held = held ? "yes" : "no";
}

function scroll() {
  height = box.clientHeight;
  box.scrollTop = isHeld ? top : box.scrollHeight;
}

export function draw() {
  if (branches.areShown()) return drawBranches();
  const unread = table.seen && table.log.length - table.seen;
  const here = table.now.looking ? table.now.at : null;
  const from = onlyNew ? table.seen : 0;
  drawHead(`Since I last looked${unread ? ` (${unread})` : ""}`);
  const wanted = piecesOf(table.log.slice(from), at => from + at >= table.seen && table.seen > 0, here);
  const { over } = table.now;
  if (over && here === null) wanted.push({ entry: null, state: over, make: () => [el("li", { class: "event" }, el("p", { class: "l-over" }, over))] });
  // The event that is looked at is always shown.
  const at = here === null ? wanted.length : wanted.findIndex(({ entry }) => entry?.event === here);
  hiddenCount = Math.max(Math.min(isHeld ? hiddenCount : Infinity, Math.floor(Math.min(wanted.length - MOST_SHOWN, at < 0 ? Infinity : at) / 30) * 30), 0);
  const first = wanted[hiddenCount]?.entry?.event;
  const more = () => {
    hiddenCount -= MOST_SHOWN;
    hold(true);
    draw();
    focusEvent(first);
  };
  if (hiddenCount) wanted.splice(0, hiddenCount, { entry: null, state: `${hiddenCount} older`, make: () => [el("li", { class: "event" }, button(`${hiddenCount} older …`, more, { class: "plain unfold" }))] });
  update(wanted);
  if (box.parentNode !== $("log")) $("log").append(box);
  afterwards(() => {
    const at = here === null ? null : box.querySelector(".here");
    hold(isHeld || Boolean(at));
    if (at) at.scrollIntoView({ block: "nearest" });
    else scroll();
    top = box.scrollTop;
  });
}

function drawHead(sinceText = null) {
  if (!differs($("log"), [sinceText, onlyNew])) return;
  const focused = document.activeElement.id;
  const flip = () => {
    if (onlyNew) markRead();
    onlyNew = !onlyNew;
    draw();
  };
  const toggle = sinceText === null ? null : button(onlyNew ? "Whole log" : sinceText, flip, { id: "since", "aria-pressed": String(onlyNew), class: "plain" });
  const head = el("header", {}, el("h2", {}, sinceText === null ? "Branches" : "Log"), toggle, branches.toggle(draw));
  // The list stays in the page, since it may have the focus.
  if (sinceText !== null && box.parentNode === $("log")) $("log").firstElementChild.replaceWith(head);
  else $("log").replaceChildren(head);
  if (["since", "flip"].includes(focused)) $(focused)?.focus({ preventScroll: true });
}

function unfold(event) {
  unfolded.add(event);
  draw();
  focusEvent(event);
}

function focusEvent(event) {
  const item = [...box.children].find(item => item.dataset.event >= event);
  item?.setAttribute("tabindex", -1);
  item?.focus();
}

export const showBranches = () => branches.flip(draw, true);

function drawBranches() {
  drawHead();
  let box = $("log").querySelector(".branches");
  if (!box) $("log").append((box = el("div", { class: "branches" })));
  branches.fill(box);
  branches.refresh(() => branches.areShown() && branches.fill(box));
}

/** Updates the list from the first piece that differs. */
function update(wanted) {
  const focused = box.contains(document.activeElement) && document.activeElement.closest("[data-event]")?.dataset.event;
  let same = 0;
  while (same < pieces.length && pieces[same].entry === wanted[same]?.entry && pieces[same].state === wanted[same].state) same += 1;
  for (const { nodes } of pieces.splice(same)) nodes.forEach(node => node.remove());
  for (const { entry, state, make } of wanted.slice(same)) pieces.push({ entry, state, nodes: make() });
  box.append(...pieces.slice(same).flatMap(({ nodes }) => nodes));
  if (focused && !box.contains(document.activeElement)) focusEvent(focused);
}

/** Entries as pieces of the list. Several defaults in a row without log lines become one piece. */
function piecesOf(all, isNew, here) {
  const out = [];
  for (let at = 0; at < all.length; ) {
    const from = at;
    while (all[at]?.automatic && !all[at].lines.length) at += 1;
    const [n, entry] = [at - from, all[from]];
    if (n > 1 && !unfolded.has(entry.event)) {
      const mark = isNew(from);
      out.push({ entry, state: `${n} folded ${mark}`, make: () => [folded(entry, n, mark)] });
      continue;
    }
    at = Math.max(at, from + 1);
    for (let i = from; i < at; i++) {
      const [entry, mark, isHere] = [all[i], isNew(i), all[i].event === here];
      out.push({ entry, state: `${mark} ${isHere} ${unfolded.has(entry.event)}`, make: () => event(entry, mark, isHere) });
    }
  }
  if (!all.length && onlyNew) out.push({ entry: null, state: "", make: () => [el("li", { class: "rest" }, "Nothing since.")] });
  return out;
}

function folded({ event }, n, isNew) {
  const open = button(`${n} answers by default …`, () => unfold(event), { class: "plain unfold", "aria-expanded": "false" });
  return el("li", { class: `event${isNew ? " new" : ""}`, "data-event": event }, open);
}

/** The answer of an event in words, or its line. */
export const actionOf = ({ side, label, text }) => (side && label ? `${sideName(side)}: ${title(label)}` : (text ?? ""));

const NOT_ANNOUNCED = new Set(["set-up", "because"]);
/** The text of the log from an entry on, for a screen reader; the end of it, if it is long. */
export function news(from) {
  const texts = table.log.slice(from).flatMap(entry => [entry.automatic ? "" : actionOf(entry), ...entry.lines.filter(line => !NOT_ANNOUNCED.has(line.of)).map(line => line.text)]).filter(Boolean);
  let [at, letters] = [texts.length, 0];
  while (at && (letters += texts[at - 1].length) < 700) at -= 1;
  return (at ? "… " : "") + texts.slice(at).join(". ");
}

/** An entry as nodes: none, if it has nothing to show. */
export function event(entry, isNew, isHere) {
  const head = entry.text ? el("p", { class: "action", title: entry.text }, actionOf(entry), entry.automatic ? el("small", {}, " by default") : null) : null;
  const lines = sections(entry.lines).flatMap(lines => section(lines, entry.event, isNew));
  const classes = ["event", isNew && "new", isHere && "here", entry.side && "by"].filter(Boolean).join(" ");
  const item = el("li", { class: classes, "data-event": entry.event, "data-side": entry.side }, head, ...lines);
  return head || lines.length ? [item] : [];
}

/** Lines grouped by heading, each heading first in its group. */
function sections(lines) {
  const out = [[]];
  for (const line of lines) {
    if (line.of === "chapter") out.push([]);
    out.at(-1).push(line);
  }
  return out;
}

/** The lines of one heading. Many of them are folded once they were read. */
function section(lines, event, isNew) {
  const node = line => el("p", { class: `l-${line.of}`, "data-depth": line.depth ?? 0 }, line.text);
  const below = lines.filter(line => line.of !== "chapter");
  const letters = below.reduce((n, line) => n + line.text.length, 0);
  if (isNew || unfolded.has(event) || (below.length <= MOST_LINES && letters <= 480)) return lines.map(node);
  const what = below.every(line => line.of === "set-up") ? `Set-up: ${many(below.length, "line")}` : many(below.length, "line");
  const open = button(`${what} …`, () => unfold(event), { class: "plain unfold", "aria-expanded": "false" });
  return [...lines.filter(line => line.of === "chapter").map(node), open];
}
