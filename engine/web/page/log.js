// The log, event by event. Entries that are new to this viewer are marked, and long entries are folded.

import { $, el, button, counted, differs, afterwards, store, stored } from "./dom.js";
import { table, sideName, title, isSpectator } from "./view.js";
import * as branches from "./branches.js";

const MOST_SHOWN = 60; // older items are added on request
const MOST_LINES = 6; // more lines below one heading are folded
let onlyNew = false;
/** How many of the oldest items are left out. The number does not grow while the viewer reads older items. */
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

/** How many entries the viewer had read when this page was last open. At the first visit, all count as read. */
function seenBefore() {
  const event = stored(storageKey);
  const index = table.log.findIndex(entry => String(entry.event) === event);
  return index < 0 ? table.log.length : index + 1;
}

/** Called when the viewer answers. Marks the log as read and shows its end again. */
export function answered() {
  hold(false);
  markRead();
}

function markRead() {
  table.seen = table.log.length;
  if (table.seen) store(storageKey, table.log.at(-1).event);
}

let box;
/** The items of the list, in order: `{entry, state, nodes}`. An item is made again if its text `state` has changed. */
let items = [];
/** Whether the viewer has scrolled away from the end. Otherwise the list stays at its end. */
let isHeld = false;
let top = 0, height = -1;
/** To where the page itself has scrolled the list. */
let own = -1;

/** `key` is the secret of the link. Only a hash of it is stored. */
export function start(key) {
  storageKey = `seen-${[...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)}`;
  document.addEventListener("visibilitychange", () => document.hidden && table.now && !onlyNew && (markRead(), draw()));
  box = el("ol", { tabindex: 0, "aria-label": "Log" });
  // Spectators never answer, so any click on the page marks the log as read.
  addEventListener("pointerdown", () => isSpectator() && table.now && !onlyNew && markRead());
  box.addEventListener("scroll", () => {
    const isAway = box.scrollHeight - box.scrollTop - box.clientHeight > 30;
    // A change of the height scrolls the list too. The event of the page's own scrolling may come after further entries.
    if (box.clientHeight === height) hold(isAway && (isHeld || box.scrollTop !== own));
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
  own = box.scrollTop;
}

export function draw() {
  if (branches.areShown()) return drawBranches();
  const unread = table.seen && table.log.length - table.seen;
  const here = table.now.looking ? table.now.at : null;
  const from = onlyNew ? table.seen : 0;
  drawHead(`Since I last looked${unread ? ` (${unread})` : ""}`);
  const wanted = itemsOf(table.log.slice(from), index => from + index >= table.seen && table.seen > 0, here);
  const { over } = table.now;
  if (over && here === null) wanted.push({ entry: null, state: over, make: () => [el("li", { class: "event" }, el("p", { class: "l-over" }, over))] });
  // Never leave out the earlier event that the page shows.
  const lookedAt = here === null ? wanted.length : wanted.findIndex(({ entry }) => entry?.event === here);
  hiddenCount = Math.max(Math.min(isHeld ? hiddenCount : Infinity, Math.floor(Math.min(wanted.length - MOST_SHOWN, lookedAt < 0 ? Infinity : lookedAt) / 30) * 30), 0);
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
    const item = here === null ? null : box.querySelector(".here");
    hold(isHeld || Boolean(item));
    if (item) item.scrollIntoView({ block: "nearest" });
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
  // Keep the list in the page, because it may have the focus.
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

/** Replaces the items of the list from the first that differs. */
function update(wanted) {
  const focused = box.contains(document.activeElement) && document.activeElement.closest("[data-event]")?.dataset.event;
  let same = 0;
  while (same < items.length && items[same].entry === wanted[same]?.entry && items[same].state === wanted[same].state) same += 1;
  for (const { nodes } of items.splice(same)) nodes.forEach(node => node.remove());
  for (const { entry, state, make } of wanted.slice(same)) items.push({ entry, state, nodes: make() });
  box.append(...items.slice(same).flatMap(({ nodes }) => nodes));
  if (focused && !box.contains(document.activeElement)) focusEvent(focused);
}

/** Makes the items of the list. Consecutive default answers without log lines become one item. */
function itemsOf(entries, isNew, here) {
  const out = [];
  for (let next = 0; next < entries.length; ) {
    const from = next;
    while (entries[next]?.automatic && !entries[next].lines.length) next += 1;
    const [n, entry] = [next - from, entries[from]];
    if (n > 1 && !unfolded.has(entry.event)) {
      const mark = isNew(from);
      out.push({ entry, state: `${n} folded ${mark}`, make: () => [folded(entry, n, mark)] });
      continue;
    }
    next = Math.max(next, from + 1);
    for (let i = from; i < next; i++) {
      const [entry, mark, isHere] = [entries[i], isNew(i), entries[i].event === here];
      out.push({ entry, state: `${mark} ${isHere} ${unfolded.has(entry.event)}`, make: () => event(entry, mark, isHere) });
    }
  }
  if (!entries.length && onlyNew) out.push({ entry: null, state: "", make: () => [el("li", { class: "rest" }, "Nothing since.")] });
  return out;
}

function folded({ event }, n, isNew) {
  const open = button(`${n} answers by default …`, () => unfold(event), { class: "plain unfold", "aria-expanded": "false" });
  return el("li", { class: `event${isNew ? " new" : ""}`, "data-event": event }, open);
}

/** Describes the answer of an event: the label of its row, or the text of the event. */
export const actionOf = ({ side, label, text }) => (side && label ? `${sideName(side)}: ${title(label)}` : (text ?? ""));

const NOT_ANNOUNCED = new Set(["set-up", "because"]);
/** Returns the text of the log from an entry on, for a screen reader. If the text is long, returns only its end. */
export function news(from) {
  const texts = table.log.slice(from).flatMap(entry => [entry.automatic ? "" : actionOf(entry), ...entry.lines.filter(line => !NOT_ANNOUNCED.has(line.of)).map(line => line.text)]).filter(Boolean);
  let [start, letters] = [texts.length, 0];
  while (start && (letters += texts[start - 1].length) < 700) start -= 1;
  return (start ? "… " : "") + texts.slice(start).join(". ");
}

/** Makes the nodes of an entry. An entry with nothing to show has no nodes. */
export function event(entry, isNew, isHere) {
  const head = entry.text ? el("p", { class: "action", title: entry.text }, actionOf(entry), entry.automatic ? el("small", {}, " by default") : null) : null;
  const lines = sections(entry.lines).flatMap(lines => section(lines, entry.event, isNew));
  const classes = ["event", isNew && "new", isHere && "here", entry.side && "by"].filter(Boolean).join(" ");
  const item = el("li", { class: classes, "data-event": entry.event, "data-side": entry.side }, head, ...lines);
  return head || lines.length ? [item] : [];
}

/** Groups lines by heading. A heading is the first line of its group. */
function sections(lines) {
  const out = [[]];
  for (const line of lines) {
    if (line.of === "chapter") out.push([]);
    out.at(-1).push(line);
  }
  return out;
}

/** Makes the nodes of the lines below one heading. Many lines are folded once the viewer has read them. */
function section(lines, event, isNew) {
  const node = line => el("p", { class: `l-${line.of}`, "data-depth": line.depth ?? 0 }, line.text);
  const below = lines.filter(line => line.of !== "chapter");
  const letters = below.reduce((n, line) => n + line.text.length, 0);
  if (isNew || unfolded.has(event) || (below.length <= MOST_LINES && letters <= 480)) return lines.map(node);
  const what = below.every(line => line.of === "set-up") ? `Set-up: ${counted(below.length, "line")}` : counted(below.length, "line");
  const open = button(`${what} …`, () => unfold(event), { class: "plain unfold", "aria-expanded": "false" });
  return [...lines.filter(line => line.of === "chapter").map(node), open];
}
