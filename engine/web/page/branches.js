// The branches of the game as a tree. A click takes the game there (host) or shows the position to this page only (others).

import { $, el, button, many } from "./dom.js";
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

/** The tree as nodes. */
function nodes() {
  if (!tree) return [el("p", { class: "rest" }, "Loading …")];
  const looked = table.now.looking ? table.now.at : tree.now;
  if (!tree.stretches.some(it => it.from === current)) current = tree.stretches.find(it => it.to === looked)?.from ?? 0;
  const item = (it, n) => {
    const isNow = it.to === tree.now;
    const isLooked = it.to === looked && !isNow;
    const state = isNow ? "the game is here" : isLooked ? "you look at this" : it.here ? "on the way here" : it.open ? "left" : "not shown";
    const events = it.events > 1 ? `events ${it.from} to ${it.to}` : `event ${it.from}`;
    return el(
      "li",
      {
        role: "treeitem",
        "aria-level": it.aside + 1,
        "aria-selected": String(isLooked || (isNow && looked === tree.now)),
        "aria-current": isNow ? "true" : null,
        "aria-disabled": it.open ? null : "true",
        "aria-label": [it.text, events, it.last && `to ${it.last}`, state].filter(Boolean).join(", "),
        "data-from": it.from,
        "data-depth": Math.min(it.aside, 8),
        tabindex: it.from === current ? 0 : -1,
        class: ["segment", it.here && "path", isNow && "now", isLooked && "looked"].filter(Boolean).join(" "),
        on: { click: () => go(it), keydown: event => keyPressed(event, n) },
      },
      el("span", { class: "n" }, String(it.from)),
      el("span", {}, it.text, it.last ? el("small", {}, ` ${many(it.events, "event")}, to ${it.to} ${it.last}`) : null, isNow ? el("small", { class: "turn" }, " here") : null),
    );
  };
  const help = movesGame() ? "A click takes the game there, for everybody." : "A click shows that position to you; the game stays where it is.";
  const text = tree.stretches.length === 1 ? "There are no branches yet: undo and another answer make one." : help;
  const older = tree.left_out ? el("p", { class: "rest" }, `The ${many(tree.left_out, "oldest fork")} are left out.`) : null;
  return [el("p", { class: "rest" }, text), older, problem, el("ul", { role: "tree", "aria-label": "Branches of the game", class: "tree" }, tree.stretches.map(item))].filter(Boolean);
}

/** Keys of a tree: up, down, first, last, parent, child, and Enter. */
function keyPressed(event, n) {
  const all = tree.stretches;
  const parent = all.slice(0, n).findLastIndex(it => it.aside < all[n].aside);
  const child = all[n + 1]?.aside > all[n].aside ? n + 1 : -1;
  const to = { ArrowDown: n + 1, ArrowUp: n - 1, Home: 0, End: all.length - 1, ArrowLeft: parent, ArrowRight: child }[event.key];
  if (event.key === "Enter" || event.key === " ") go(all[n]);
  else if (to === undefined) return;
  event.preventDefault();
  if (!all[to]) return;
  current = all[to].from;
  const items = event.currentTarget.parentElement.children;
  for (const item of items) item.setAttribute("tabindex", Number(item.dataset.from) === current ? 0 : -1);
  items[to].focus();
}

/** Draws the tree into a section and keeps the focus on its segment. */
export function fill(box) {
  const focused = box.contains(document.activeElement) ? document.activeElement.closest("[data-from]")?.dataset.from : null;
  const top = box.scrollTop;
  box.replaceChildren(...nodes());
  const now = box.querySelector(".now");
  box.scrollTop = now && box.dataset.now !== now.dataset.from ? now.offsetTop - box.clientHeight / 2 : top;
  if (now) box.dataset.now = now.dataset.from;
  if (focused !== null) box.querySelector(`[data-from="${focused}"]`)?.focus({ preventScroll: true });
}
