// The branches of the game: where it parted, what was answered there, where it stands. At the desk a click goes there, elsewhere it looks.

import { $, el, button, many } from "./dom.js";
import { table, isDesk } from "./view.js";
import * as replay from "./replay.js";

let wire;
/** The tree as it was told last, and for which position. */
let tree = null, known = "";
/** The stretch that Tab comes to, by its first event. */
let current = null;

export function start(socket) {
  wire = socket;
}

/** Whether the log shows the branches instead. */
let isShown = false;

export const inLog = () => isShown;

/** The button that turns the log into the tree, and back. */
export function toggle(redraw) {
  const flip = () => {
    isShown = !isShown;
    redraw();
    $("log").querySelector(isShown ? "[role=treeitem][tabindex='0']" : "#flip")?.focus();
  };
  return button(isShown ? "Log" : "Branches", flip, { id: "flip", "aria-pressed": String(isShown), class: "plain" });
}

/** The tree for a part of the page; it asks for what is new. `redraw` is called when there is more to show. */
export async function refresh(redraw) {
  const stands = `${table.hello.record} ${table.now.last} ${table.now.looking ? "" : table.now.at}`;
  if (stands === known) return;
  known = stands;
  const reply = await wire.ask({ at: table.now.at, line: "branches" });
  if (!reply.tree) known = "";
  else tree = reply.tree;
  redraw();
}

const goes = () => isDesk() && (!table.now.over || table.hello.open);

async function go(stretch) {
  current = stretch.from;
  if (!stretch.open) return;
  if (goes()) {
    replay.leave();
    const reply = await wire.ask({ at: tree.now, line: `goto ${stretch.to}` });
    if (reply.of !== "played") refused.textContent = reply.text;
  } else {
    replay.open();
    wire.tell({ look: stretch.to });
  }
}

const refused = el("p", { class: "rest", role: "status" });

/** The tree as nodes; nothing is known of it at first. */
export function draw() {
  if (!tree) return [el("p", { class: "rest" }, "Asking the table …")];
  const looked = table.now.looking ? table.now.at : tree.now;
  if (!tree.stretches.some(it => it.from === current)) current = tree.stretches.find(it => it.to === looked)?.from ?? 0;
  const item = (it, n) => {
    const isNow = it.to === tree.now;
    const isLooked = it.to === looked && !isNow;
    const where = isNow ? "the game is here" : isLooked ? "you look at this" : it.here ? "on the way here" : it.open ? "left" : "not shown";
    const span = it.events > 1 ? `events ${it.from} to ${it.to}` : `event ${it.from}`;
    const node = el(
      "li",
      {
        role: "treeitem",
        "aria-level": it.aside + 1,
        "aria-selected": String(isLooked || (isNow && looked === tree.now)),
        "aria-current": isNow ? "true" : null,
        "aria-disabled": it.open ? null : "true",
        "aria-label": [it.text, span, it.last && `to ${it.last}`, where].filter(Boolean).join(", "),
        "data-from": it.from,
        "data-aside": Math.min(it.aside, 8),
        tabindex: it.from === current ? 0 : -1,
        class: ["stretch", it.here && "way", isNow && "now", isLooked && "looked"].filter(Boolean).join(" "),
        on: { click: () => go(it), keydown: event => pressed(event, n) },
      },
      el("span", { class: "n" }, String(it.from)),
      el("span", {}, it.text, it.last ? el("small", {}, ` ${many(it.events, "event")}, to ${it.to} ${it.last}`) : null, isNow ? el("small", { class: "turn" }, " here") : null),
    );
    return node;
  };
  const says = goes() ? "A click takes the game there, for all." : "A click looks there; the game stays where it is.";
  const alone = tree.stretches.length === 1 ? "Nothing was left so far: undo and another answer part the game." : says;
  const older = tree.left_out ? el("p", { class: "rest" }, `The ${many(tree.left_out, "oldest fork")} are left out.`) : null;
  return [el("p", { class: "rest" }, alone), older, refused, el("ul", { role: "tree", "aria-label": "Branches of the game", class: "tree" }, tree.stretches.map(item))].filter(Boolean);
}

/** Keys of a tree: up and down, to the first and the last, to what it parted from, and there. */
function pressed(event, n) {
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

/** Puts the tree into a part of the page, where the focus stays on its stretch. */
export function fill(box) {
  const held = box.contains(document.activeElement) ? document.activeElement.closest("[data-from]")?.dataset.from : null;
  const top = box.scrollTop;
  box.replaceChildren(...draw());
  const now = box.querySelector(".now");
  box.scrollTop = now && box.dataset.now !== now.dataset.from ? now.offsetTop - box.clientHeight / 2 : top;
  if (now) box.dataset.now = now.dataset.from;
  if (held !== null) box.querySelector(`[data-from="${held}"]`)?.focus({ preventScroll: true });
}
