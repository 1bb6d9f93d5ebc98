// The log: what happened, folded event by event, and what of it is new to this reader.

import { $, el, button, many, differs, afterwards, keep, recall } from "./dom.js";
import { table, sideName, title } from "./view.js";
import * as branches from "./branches.js";

const MOST = 60; // so many pieces are in the page; older ones are asked for
const LONG = 6; // more lines than this below one heading are folded into one
let onlyNew = false;
/** How many pieces are left out: no more while the reader looks at what is older. */
let cut = 0;
const open = new Set();

/** Takes up what a view brings of the log. */
export function take(log) {
  if (!log || table.now.looking) return;
  const isFirst = !table.log.length;
  table.log.length = Math.min(table.log.length, log.from);
  table.log.push(...log.entries);
  table.stamp = log.stamp ?? 0;
  table.seen = isFirst ? seenBefore() : Math.min(table.seen, table.log.length);
}

/** Under what is kept how much was looked at: a number for this link, which is the same when the game is served again. */
let place = "";

/** How much of the log was looked at when this page was last open; all of it where it never was. */
function seenBefore() {
  const event = recall(place);
  const at = table.log.findIndex(entry => String(entry.event) === event);
  return at < 0 ? table.log.length : at + 1;
}

/** The reader answers: all before that has been looked at, and what comes of it is to be seen. */
export function answered() {
  hold(false);
  lookedAt();
}

/** All that is there has been looked at. */
function lookedAt() {
  table.seen = table.log.length;
  if (table.seen) keep(place, table.log.at(-1).event);
}

let list;
/** What the list shows, from above: of each piece its state and its nodes. */
let shown = [];
/** Whether the reader has scrolled away from the end; else it is followed, whatever room there is. */
let isHeld = false;
let top = 0, high = -1;

/** `link`: the secret of the link, of which no more is kept than tells it from others. */
export function start(link) {
  place = `seen-${[...link].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)}`;
  document.addEventListener("visibilitychange", () => document.hidden && table.now && !onlyNew && (lookedAt(), draw()));
  list = el("ol", { tabindex: 0, "aria-label": "Log" });
  // Who never answers has looked at what is there once they touch the page again.
  addEventListener("pointerdown", () => table.hello?.you.role === "watcher" && table.now && !onlyNew && lookedAt());
  list.addEventListener("scroll", () => {
    // The list scrolls by itself too, where it is given more or less room.
    if (list.clientHeight === high) hold(list.scrollHeight - list.scrollTop - list.clientHeight > 30);
    if (isHeld) top = list.scrollTop;
  });
  new ResizeObserver(follow).observe(list);
}

function hold(held) {
  isHeld = held;
  list.dataset.held = held ? "yes" : "no";
}

/** Shows the end, or what the reader scrolled to. */
function follow() {
  high = list.clientHeight;
  list.scrollTop = isHeld ? top : list.scrollHeight;
}

export function draw() {
  if (branches.inLog()) return drawBranches();
  const fresh = table.seen && table.log.length - table.seen;
  const here = table.now.looking ? table.now.at : null;
  const from = onlyNew ? table.seen : 0;
  head(`Since I last looked${fresh ? ` (${fresh})` : ""}`);
  const told = pieces(table.log.slice(from), at => from + at >= table.seen && table.seen > 0, here);
  const { over } = table.now;
  if (over && here === null) told.push({ entry: null, state: over, make: () => [el("li", { class: "event" }, el("p", { class: "l-over" }, over))] });
  // What is looked at is there; older pieces come, as many again, when they are asked for.
  const at = here === null ? told.length : told.findIndex(({ entry }) => entry?.event === here);
  cut = Math.max(Math.min(isHeld ? cut : Infinity, Math.floor(Math.min(told.length - MOST, at < 0 ? Infinity : at) / 30) * 30), 0);
  const first = told[cut]?.entry?.event;
  const more = () => {
    cut -= MOST;
    hold(true);
    draw();
    to(first);
  };
  if (cut) told.splice(0, cut, { entry: null, state: `${cut} older`, make: () => [el("li", { class: "event" }, button(`${cut} older …`, more, { class: "plain unfold" }))] });
  fill(told);
  if (list.parentNode !== $("log")) $("log").append(list);
  afterwards(() => {
    const at = here === null ? null : list.querySelector(".here");
    hold(isHeld || Boolean(at));
    if (at) at.scrollIntoView({ block: "nearest" });
    else follow();
    top = list.scrollTop;
  });
}

/** What is above: made anew only where it says something else. */
function head(since = null) {
  if (!differs($("log"), [since, onlyNew])) return;
  const held = document.activeElement.id;
  // Who closes what is new has looked at it.
  const flip = () => {
    if (onlyNew) lookedAt();
    onlyNew = !onlyNew;
    draw();
  };
  const toggle = since === null ? null : button(onlyNew ? "Whole log" : since, flip, { id: "since", "aria-pressed": String(onlyNew), class: "plain" });
  const top = el("header", {}, el("h2", {}, since === null ? "Branches" : "Log"), toggle, branches.toggle(draw));
  // The list stays where it is: a hand may be on it.
  if (since !== null && list.parentNode === $("log")) $("log").firstElementChild.replaceWith(top);
  else $("log").replaceChildren(top);
  if (["since", "flip"].includes(held)) $(held)?.focus({ preventScroll: true });
}

/** Unfolds what stands with an event, and goes there. */
function unfolds(event) {
  open.add(event);
  draw();
  to(event);
}

function to(event) {
  const item = [...list.children].find(item => item.dataset.event >= event);
  item?.setAttribute("tabindex", -1);
  item?.focus();
}

function drawBranches() {
  head();
  let box = $("log").querySelector(".branches");
  if (!box) $("log").append((box = el("div", { class: "branches" })));
  branches.fill(box);
  branches.refresh(() => branches.inLog() && branches.fill(box));
}

/** Makes of the list what is wanted; what stands above the first difference stays. */
function fill(wanted) {
  const held = list.contains(document.activeElement) && document.activeElement.closest("[data-event]")?.dataset.event;
  let same = 0;
  while (same < shown.length && shown[same].entry === wanted[same]?.entry && shown[same].state === wanted[same].state) same += 1;
  for (const { nodes } of shown.splice(same)) nodes.forEach(node => node.remove());
  for (const { entry, state, make } of wanted.slice(same)) shown.push({ entry, state, nodes: make() });
  list.append(...shown.slice(same).flatMap(({ nodes }) => nodes));
  if (held && !list.contains(document.activeElement)) to(held);
}

/** Entries piece by piece. Several answers by default in a row, of which nothing came, are one line that opens. */
function pieces(all, isNew, here) {
  const out = [];
  for (let at = 0; at < all.length; ) {
    const from = at;
    while (all[at]?.automatic && !all[at].lines.length) at += 1;
    const [n, entry] = [at - from, all[from]];
    if (n > 1 && !open.has(entry.event)) {
      const made = isNew(from);
      out.push({ entry, state: `${n} folded ${made}`, make: () => [folded(entry, n, made)] });
      continue;
    }
    at = Math.max(at, from + 1);
    for (let i = from; i < at; i++) {
      const [entry, made, isHere] = [all[i], isNew(i), all[i].event === here];
      out.push({ entry, state: `${made} ${isHere} ${open.has(entry.event)}`, make: () => event(entry, made, isHere) });
    }
  }
  if (!all.length && onlyNew) out.push({ entry: null, state: "", make: () => [el("li", { class: "rest" }, "Nothing since.")] });
  return out;
}

function folded({ event }, n, isNew) {
  const unfold = button(`${n} answers by default …`, () => unfolds(event), { class: "plain unfold", "aria-expanded": "false" });
  return el("li", { class: `event${isNew ? " new" : ""}`, "data-event": event }, unfold);
}

/** What was done with an event: in the words of the answer, where there was one; the line of the prompt is its tooltip. */
export const deed = ({ side, label, text }) => (side && label ? `${sideName(side)}: ${title(label)}` : (text ?? ""));

const UNTOLD = new Set(["set-up", "because"]);
/** What came since an entry, for who hears it: the last of it, where it is much. */
export function news(from) {
  const told = table.log.slice(from).flatMap(entry => [entry.automatic ? "" : deed(entry), ...entry.lines.filter(line => !UNTOLD.has(line.of)).map(line => line.text)]).filter(Boolean);
  let [at, letters] = [told.length, 0];
  while (at && (letters += told[at - 1].length) < 700) at -= 1;
  return (at ? "… " : "") + told.slice(at).join(". ");
}

export function event(entry, isNew, isHere) {
  const head = entry.text ? el("p", { class: "deed", title: entry.text }, deed(entry), entry.automatic ? el("small", {}, " by default") : null) : null;
  const told = sections(entry.lines).flatMap(lines => section(lines, entry.event, isNew));
  const classes = ["event", isNew && "new", isHere && "here", entry.side && "by"].filter(Boolean).join(" ");
  const item = el("li", { class: classes, "data-event": entry.event, "data-side": entry.side }, head, ...told);
  return head || told.length ? [item] : [];
}

/** Lines by the headings below which they stand, the heading first. */
function sections(lines) {
  const out = [[]];
  for (const line of lines) {
    if (line.of === "chapter") out.push([]);
    out.at(-1).push(line);
  }
  return out;
}

/** What stands below one heading; much of it is folded there, once it was read. */
function section(lines, event, isNew) {
  const node = line => el("p", { class: `l-${line.of}`, "data-depth": line.depth ?? 0 }, line.text);
  const below = lines.filter(line => line.of !== "chapter");
  const letters = below.reduce((n, line) => n + line.text.length, 0);
  if (isNew || open.has(event) || (below.length <= LONG && letters <= 480)) return lines.map(node);
  const what = below.every(line => line.of === "set-up") ? `Set-up: ${many(below.length, "line")}` : many(below.length, "line");
  const unfold = button(`${what} …`, () => unfolds(event), { class: "plain unfold", "aria-expanded": "false" });
  return [...lines.filter(line => line.of === "chapter").map(node), unfold];
}
