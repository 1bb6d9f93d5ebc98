// The branches of the game as a tree of segments: runs of events between the events that have several branches.
// A click of the host moves the game there. A click of others shows the position on their page only.

import { $, el, button, counted } from "./dom.js";
import { table, isHost } from "./view.js";
import * as replay from "./replay.js";

let connection;
/** The last tree, and the state of the game that it belongs to. */
let tree = null, treeState = "";
/** The first event of the segment that Tab reaches. */
let current = null;

export function start(socket) {
  connection = socket;
}

/** Whether the log section shows the branches. */
let isShown = false;

export const areShown = () => isShown;

/** The button that switches between the log and the branches. */
export function toggle(redraw) {
  return button(isShown ? "Log" : "Branches", () => flip(redraw), { id: "flip", "aria-pressed": String(isShown), class: "plain" });
}

export function flip(redraw, to = !isShown) {
  isShown = to;
  redraw();
  $("log").querySelector(isShown ? "[role=treeitem][tabindex='0']" : "#flip")?.focus();
}

/** Asks for the tree if the game has changed, and then calls `redraw`. */
export async function refresh(redraw) {
  const state = `${table.hello.record} ${table.now.last} ${table.now.looking ? "" : table.now.at}`;
  if (state === treeState) return;
  treeState = state;
  const reply = await connection.ask({ at: table.now.at, line: "branches" });
  if (!reply.tree) treeState = "";
  else tree = reply.tree;
  redraw();
}

const movesGame = () => isHost() && !table.now.over;

async function go(segment) {
  current = segment.from;
  if (!segment.open) return;
  if (!movesGame()) return replay.lookAt(segment.to);
  replay.leave();
  const reply = await connection.ask({ at: tree.now, line: `goto ${segment.to}` });
  problem.textContent = reply.of === "moved" ? "" : reply.text;
}

const problem = el("p", { class: "rest", role: "status" });

function nodes() {
  if (!tree) return [el("p", { class: "rest" }, "Loading …")];
  const shownEvent = table.now.looking ? table.now.at : tree.now;
  if (!tree.stretches.some(({ from }) => from === current)) current = tree.stretches.find(({ to }) => to === shownEvent)?.from ?? 0;
  const item = (segment, n) => {
    const isNow = segment.to === tree.now;
    const isLookedAt = segment.to === shownEvent && !isNow;
    const state = isNow ? "the game is here" : isLookedAt ? "you look at this" : segment.here ? "on the way here" : segment.open ? "left" : "not shown";
    const events = segment.events > 1 ? `events ${segment.from} to ${segment.to}` : `event ${segment.from}`;
    return el(
      "li",
      {
        role: "treeitem",
        "aria-level": segment.aside + 1,
        "aria-selected": String(isLookedAt || (isNow && shownEvent === tree.now)),
        "aria-current": isNow ? "true" : null,
        "aria-disabled": segment.open ? null : "true",
        "aria-label": [segment.text, events, segment.last && `to ${segment.last}`, state].filter(Boolean).join(", "),
        "data-from": segment.from,
        "data-depth": Math.min(segment.aside, 8),
        tabindex: segment.from === current ? 0 : -1,
        class: ["segment", segment.here && "path", isNow && "now", isLookedAt && "looked"].filter(Boolean).join(" "),
        on: { click: () => go(segment), keydown: event => keyPressed(event, n) },
      },
      el("span", { class: "n" }, String(segment.from)),
      el("span", {}, segment.text, segment.last ? el("small", {}, ` ${counted(segment.events, "event")}, to ${segment.to} ${segment.last}`) : null, isNow ? el("small", { class: "turn" }, " here") : null),
    );
  };
  const help = movesGame() ? "A click takes the game there, for everybody." : "A click shows that position to you; the game stays where it is.";
  const text = tree.stretches.length === 1 ? "There are no branches yet: undo and another answer make one." : help;
  const older = tree.left_out ? el("p", { class: "rest" }, `The ${counted(tree.left_out, "oldest fork")} are left out.`) : null;
  return [el("p", { class: "rest" }, text), older, problem, el("ul", { role: "tree", "aria-label": "Branches of the game", class: "tree" }, tree.stretches.map(item))].filter(Boolean);
}

/** Handles the keys of a tree: up, down, first, last, parent, child, and Enter. */
function keyPressed(event, n) {
  const segments = tree.stretches;
  const parent = segments.slice(0, n).findLastIndex(({ aside }) => aside < segments[n].aside);
  const child = segments[n + 1]?.aside > segments[n].aside ? n + 1 : -1;
  const to = { ArrowDown: n + 1, ArrowUp: n - 1, Home: 0, End: segments.length - 1, ArrowLeft: parent, ArrowRight: child }[event.key];
  if (event.key === "Enter" || event.key === " ") go(segments[n]);
  else if (to === undefined) return;
  event.preventDefault();
  if (!segments[to]) return;
  current = segments[to].from;
  const items = event.currentTarget.parentElement.children;
  for (const item of items) item.setAttribute("tabindex", Number(item.dataset.from) === current ? 0 : -1);
  items[to].focus();
}

/** Draws the tree into a section. The focus stays on the same segment. */
export function fill(box) {
  const focused = box.contains(document.activeElement) ? document.activeElement.closest("[data-from]")?.dataset.from : null;
  const top = box.scrollTop;
  box.replaceChildren(...nodes());
  const now = box.querySelector(".now");
  box.scrollTop = now && box.dataset.now !== now.dataset.from ? now.offsetTop - box.clientHeight / 2 : top;
  if (now) box.dataset.now = now.dataset.from;
  if (focused !== null) box.querySelector(`[data-from="${focused}"]`)?.focus({ preventScroll: true });
}
