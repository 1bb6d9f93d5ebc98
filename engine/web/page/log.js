// The log: what happened, folded event by event, and what of it is new to this reader.

import { $, el, button, many } from "./dom.js";
import { table } from "./view.js";
import * as branches from "./branches.js";

const LONG = 6; // so many lines of an event are folded into one
let onlyNew = false;
const open = new Set();

/** Takes up what a view brings of the log. */
export function take(log) {
  if (!log || table.now.looking) return;
  const isFirst = !table.log.length;
  table.log.length = Math.min(table.log.length, log.from);
  table.log.push(...log.entries);
  table.stamp = log.stamp ?? 0;
  table.seen = isFirst ? table.log.length : Math.min(table.seen, table.log.length);
}

/** All that is there has been looked at. */
function lookedAt() {
  table.seen = table.log.length;
  draw();
}

export function start() {
  document.addEventListener("visibilitychange", () => document.hidden && lookedAt());
}

export function draw() {
  if (branches.inLog()) return drawBranches();
  const fresh = table.seen && table.log.length - table.seen;
  const here = table.now.looking ? table.now.at : null;
  const shown = onlyNew ? table.log.slice(table.seen) : table.log;
  const first = onlyNew ? table.seen : 0;
  const toggle = button(onlyNew ? "Whole log" : `Since I last looked${fresh ? ` (${fresh})` : ""}`, () => ((onlyNew = !onlyNew), draw()), { "aria-pressed": String(onlyNew), class: "plain" });
  const list = el("ol", {}, entries(shown, at => first + at >= table.seen && table.seen > 0, here));
  const box = $("log");
  const before = box.querySelector("ol");
  const isHeld = before?.dataset.held === "yes";
  const top = before?.scrollTop ?? 0;
  if (onlyNew && !shown.length) list.append(el("li", { class: "rest" }, "Nothing since."));
  box.replaceChildren(head(toggle), list);
  const at = here === null ? null : list.querySelector(".here");
  if (at) at.scrollIntoView({ block: "nearest" });
  else if (isHeld) list.scrollTop = top;
  follow(list, isHeld || Boolean(at));
}

/** Shows the end, whatever room there is and will be, until the reader scrolls away from it. */
function follow(list, isHeld) {
  let high = -1;
  const hold = held => (list.dataset.held = held ? "yes" : "no");
  hold(isHeld);
  const toEnd = () => {
    high = list.clientHeight;
    if (list.dataset.held === "no") list.scrollTop = list.scrollHeight;
  };
  list.addEventListener("scroll", () => {
    // The list scrolls by itself too, where it is given more or less room.
    if (list.clientHeight === high) hold(list.scrollHeight - list.scrollTop - list.clientHeight > 30);
  });
  new ResizeObserver(toEnd).observe(list);
}

const head = (...more) => el("header", {}, el("h2", {}, branches.inLog() ? "Branches" : "Log"), ...more, branches.toggle(draw));

function drawBranches() {
  let box = $("log").querySelector(".branches");
  if (!box) $("log").replaceChildren(head(), (box = el("div", { class: "branches" })));
  branches.fill(box);
  branches.refresh(() => branches.inLog() && branches.fill(box));
}

/** Entries as nodes. Several answers by default in a row, of which nothing came, are one line that opens. */
function entries(all, isNew, here) {
  const out = [];
  for (let at = 0; at < all.length; ) {
    const from = at;
    while (all[at]?.automatic && !all[at].lines.length) at += 1;
    if (at - from > 1 && !open.has(all[from].event)) {
      const unfold = button(`${at - from} answers by default …`, () => (open.add(all[from].event), draw()), { class: "plain unfold", "aria-expanded": "false" });
      out.push(el("li", { class: `event${isNew(from) ? " new" : ""}`, "data-event": all[from].event }, unfold));
      continue;
    }
    at = Math.max(at, from + 1);
    for (let n = from; n < at; n++) out.push(...event(all[n], isNew(n), all[n].event === here));
  }
  return out;
}

export function event(entry, isNew, isHere) {
  const { lines } = entry;
  const head = entry.text ? el("p", { class: "deed" }, entry.text, entry.automatic ? el("small", {}, " by default") : null) : null;
  const names = lines.filter(line => line.of !== "chapter");
  const letters = names.reduce((n, line) => n + line.text.length, 0);
  // What is new is not folded away before it was read.
  const isLong = !isNew && (names.length > LONG || letters > 480) && !open.has(entry.event);
  const told = lines.filter(line => !isLong || line.of === "chapter").map(line => el("p", { class: `l-${line.of}`, "data-depth": line.depth ?? 0 }, line.text));
  const what = names.every(line => line.of === "set-up") ? "set-up" : many(names.length, "line");
  const fold = isLong
    ? button(`${what === "set-up" ? `Set-up: ${many(names.length, "line")}` : what} …`, () => (open.add(entry.event), draw()), { class: "plain unfold", "aria-expanded": "false" })
    : null;
  const classes = ["event", isNew && "new", isHere && "here", entry.side && "by"].filter(Boolean).join(" ");
  const item = el("li", { class: classes, "data-event": entry.event, "data-side": entry.side }, head, ...told, fold);
  return head || told.length || fold ? [item] : [];
}
