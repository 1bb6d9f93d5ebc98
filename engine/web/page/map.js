// The map: the scene as the layout has it, the counters over it, and what is lit, ringed, focused or looked at closely.

import { $, svg, button, isTyping, afterwards } from "./dom.js";
import { lookOf, nameOf, pieceName } from "./view.js";

/** Nodes come as lists: a letter for their kind, then these fields. */
const FIELDS = {
  p: ["path", "d", "s"],
  r: ["rect", "x", "y", "w", "h", "s", "r"],
  c: ["circle", "x", "y", "r", "s"],
  t: ["text", "x", "y", "size", "text", "s", "bold", "anchor"],
  i: ["image", "x", "y", "w", "h", "href"],
  u: ["use", "id", "x", "y", "scale", "n"],
  n: ["name", "space", "nodes"],
  g: ["group", "of", "id", "label", "nodes", "at", "words"],
};

const opened = lists => lists.map(([letter, ...is]) => {
  const [k, ...fields] = FIELDS[letter];
  const node = Object.fromEntries([["k", k], ...fields.map((name, at) => [name, is[at] === "" ? undefined : is[at]])]);
  if (node.nodes) node.nodes = opened(node.nodes);
  return node;
});

const CLOSED = new Set(["path", "rect", "circle"]);
const MOST = 8; // how closely one may look

let whole, root, defs, base, rings, counters, over;
let scene, symbols, box;
let scenes = 0;
/** What can be chosen: `{of, id, at, words, label, node, drawn, ring}`, by its key. */
let things = new Map();
let current = null;
let chosen = () => {}, asked = () => {};

const keyOf = node => `${node.of} ${node.id} ${node.at ?? ""}`;

/** Makes the empty map; `run(thing)` is called with what is clicked, `look(thing)` with what is to be read: the other button, a long touch. */
export function start(run, look) {
  chosen = run;
  asked = look;
  defs = svg("defs", { "aria-hidden": "true" });
  base = svg("g");
  rings = svg("g", { class: "rings" });
  counters = svg("g", { class: "counters" });
  over = svg("g", { class: "rings" });
  root = svg("svg", { role: "group", "aria-label": "Map: arrow keys go from place to place", preserveAspectRatio: "xMidYMid meet" });
  root.append(defs, base, rings, counters, over);
  whole = button("Whole map", fit, { class: "whole", hidden: true });
  $("map").append(root, whole);
  listen();
}

// --- drawing

/** Draws what stays. */
export function drawScene(hello) {
  scene = hello.scene;
  scenes += 1;
  symbols = new Map();
  things = new Map();
  drawn = new Map();
  for (const layer of [defs, base, rings, counters, over]) layer.replaceChildren();
  const all = scene.symbols ?? hello.symbols ?? {};
  Object.entries(all).forEach(([name, nodes]) => symbol(name, nodes));
  $("map").style.background = scene.paper;
  base.append(...[svg("rect", { x: 0, y: 0, width: scene.width, height: scene.height, fill: scene.paper }), ...opened(scene.nodes).flatMap(draw)].map(quiet));
  if (!current || !things.has(current)) current = null;
  fit();
}

function symbol(name, lists) {
  const id = `s${symbols.size}`;
  symbols.set(name, id);
  defs.append(svg("g", { id }, opened(lists).flatMap(draw)));
}

/** What is no thing of its own tells nothing that things do not. */
function quiet(node) {
  if (!node.hasAttribute("role")) node.setAttribute("aria-hidden", "true");
  return node;
}

/** What lies on each part, as it is drawn: `{part, nodes}` by its key. */
let drawn = new Map();

/** Draws what lies on it now: `[key, part]`. A part that is as it was stays. */
export function drawCounters(laid) {
  const held = document.activeElement?.closest?.(".counters > g")?.dataset.key;
  const at = things.get(current)?.at;
  const before = drawn;
  drawn = new Map(laid.map(([key, part]) => [key, before.get(key)?.part === part ? before.get(key) : { part }]));
  // What is drawn anew goes first: its things are known by the same keys.
  for (const [key, it] of before) if (drawn.get(key) !== it) it.nodes.forEach(node => node.remove());
  for (const [key, it] of drawn) it.nodes ??= nodesOf(key, it.part).flatMap(draw).map(quiet);
  // What lies as it lay is not touched.
  let next = counters.firstChild;
  for (const node of [...drawn.values()].flatMap(it => it.nodes)) {
    if (node === next) next = next.nextSibling;
    else counters.insertBefore(node, next);
  }
  const lying = new Map();
  where = new Map();
  for (const [key, thing] of things) {
    if (!thing.drawn.isConnected) {
      thing.ring?.remove();
      things.delete(key);
    } else if (thing.at) {
      lying.set(thing.at, [...(lying.get(thing.at) ?? []), thing.label]);
      for (const word of thing.words) where.set(word, (where.get(word) ?? new Set()).add(thing.at));
    }
  }
  lies = lying;
  for (const thing of things.values()) if (thing.of === "space") thing.says = `${thing.label}: ${liesAt(thing.id).join("; ") || "empty"}`;
  if (at && !things.has(current)) current = `space ${at} `;
  if (held) afterwards(() => (things.get(held) ?? things.get(current))?.drawn.focus());
}

/** Whether a piece that a word calls lies at a place. */
export const holds = (place, word) => Boolean(where.get(word)?.has(place));

/** Whether all that a word calls on the map lies at one place. */
export const isOnlyAt = (word, place) => holds(place, word) && where.get(word).size === 1;

/** The places where lies what a word calls. */
let where = new Map();

/** Whether a sign at a place tells of a figure or a fact. */
export const isSigned = (place, id) => [...things.values()].some(thing => thing.of === "fact" && thing.at === place && thing.id === id);

/** What lies at each place, in words. */
let lies = new Map();
export const liesAt = id => lies.get(id) ?? [];

/** A part as nodes: markers and cards are nodes; counters are looks, and where they lie. */
function nodesOf(key, part) {
  if (!part.c) return opened(typeof part[0] === "string" ? [part] : part);
  const at = key.slice("space ".length);
  return part.c.map(([look, x, y, n = 1, scale = part.s]) => {
    const { of = "piece", id = look, label, words = of === "piece" ? [id] : [], use, nodes } = lookOf(look);
    if (nodes && !symbols.has(`look ${look}`)) symbol(`look ${look}`, nodes);
    const counter = { k: "use", id: nodes ? `look ${look}` : use, x, y, scale, n };
    return { k: "group", of, id, at, words, label: of === "piece" ? pieceName(look, label, n) : label, nodes: [counter] };
  });
}

function paint(node) {
  const style = scene.styles[node.s];
  if (!style) return {};
  const { fill = "none", line = "none", width = 0, dash, opacity, italic } = style;
  return { fill, stroke: line, "stroke-width": width, "stroke-dasharray": dash, opacity, class: italic && "italic" };
}

function draw(node) {
  switch (node.k) {
    case "path":
      return svg("path", { d: node.d, ...paint(node) });
    case "rect":
      return svg("rect", { x: node.x, y: node.y, width: node.w, height: node.h, rx: node.r, ...paint(node) });
    case "circle":
      return svg("circle", { cx: node.x, cy: node.y, r: node.r, ...paint(node) });
    case "text":
      return svg(
        "text",
        {
          x: node.x,
          y: node.y,
          "font-size": node.size,
          "text-anchor": node.anchor ?? "middle",
          "font-weight": node.bold ? 700 : null,
          ...paint(node),
        },
        node.text,
      );
    case "image":
      return svg("image", { x: node.x, y: node.y, width: node.w, height: node.h, href: `/picture/${encodeURIComponent(node.href)}?${scenes}` }); // a browser keeps what it has by its address
    case "use":
      return counter(node);
    case "name":
      return svg("g", { "data-key": keyOf({ of: "space", id: node.space }) }, node.nodes.flatMap(draw));
    case "group":
      return group(node);
    default:
      return svg("g");
  }
}

function counter(node) {
  const scale = node.scale ? ` scale(${node.scale})` : "";
  const use = svg("use", { href: `#${symbols.get(node.id)}`, transform: `translate(${node.x} ${node.y})${scale}` });
  if (!(node.n > 1)) return use;
  const size = scene.piece * (node.scale ?? 1);
  const [x, y, h, text] = [node.x + size * 0.4, node.y + size * 0.38, size * 0.42, String(node.n)];
  const w = Math.max(text.length * size * 0.22 + size * 0.16, h);
  const badge = [
    draw({ k: "rect", x: x - w / 2, y: y - h / 2, w, h, r: h / 2, s: "badge" }),
    draw({ k: "text", x, y: y + size * 0.13, size: size * 0.36, text, bold: true, s: "ink" }),
  ];
  return [use, ...badge];
}

function group(node) {
  const drawn = svg("g", { role: "button", tabindex: -1, "aria-label": node.label, class: `thing ${node.of}` }, node.nodes.flatMap(draw));
  register(node, drawn);
  return drawn;
}

function register(node, drawn) {
  const { of, id, at, words, label, nodes } = node;
  let key = keyOf(node);
  while (things.has(key) && things.get(key).drawn.isConnected && things.get(key).drawn !== drawn) key += "'";
  drawn.dataset.key = key;
  const ring = things.get(key)?.ring;
  ring?.remove();
  const says = at ? `${label}, ${nameOf(at)}` : label;
  things.set(key, { of, id, at, words: words ?? [], label, says, nodes, drawn, key });
}

/** What is drawn of a place, where it has an outline of its own. */
const shapesOf = ({ of, nodes }) =>
  of === "space" ? nodes.filter(node => CLOSED.has(node.k) && node.s !== "dot" && (scene.styles[node.s]?.fill ?? "none") !== "none") : [];

/** The outline that is lit: of a place its own shapes, of anything else the box around it. */
function ringOf(thing) {
  const ring = svg("g", { class: `ring of-${thing.of}` }, shapesOf(thing).flatMap(draw));
  for (const shape of ring.children) for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity"]) shape.removeAttribute(name);
  if (!ring.childElementCount) {
    const { x, y, width, height } = thing.bounds;
    ring.append(svg("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 7 }));
  }
  (thing.of === "space" ? rings : over).append(ring);
  return ring;
}

/**
 * Lights what may be chosen. `stateOf(thing)` says `legal`, `picked` or nothing of each; `strong` is whether it divides; `changed` are
 * keys like `space cuba`; `about` are the places that the question names.
 */
export function light(stateOf, strong, changed, about) {
  const news = new Set(changed);
  const all = [...things.values()].map(thing => [thing, stateOf(thing), news.has(`${thing.of} ${thing.id}`), thing.of === "space" && about.has(thing.id)]);
  // All that is to be measured is measured before anything is written: the map is laid out once.
  for (const [thing, state, isNew, isAsked] of all) if ((state || isNew || isAsked) && !thing.bounds && !shapesOf(thing).length) thing.bounds = thing.drawn.getBBox();
  for (const [thing, state, isNew, isAsked] of all) {
    const label = [thing.says, state === "picked" && "picked", state === "legal" && "may be chosen", isNew && "changed", isAsked && "is asked about"].filter(Boolean).join(", ");
    if (thing.told !== label) {
      thing.told = label;
      thing.drawn.setAttribute("aria-label", label);
    }
    thing.drawn.classList.toggle("legal", state === "legal");
    if (!state && !isNew && !isAsked) {
      thing.ring?.remove();
      thing.ring = null;
      continue;
    }
    const { classList } = (thing.ring ??= ringOf(thing));
    classList.toggle("legal", state === "legal");
    classList.toggle("strong", state === "legal" && strong);
    classList.toggle("picked", state === "picked");
    classList.toggle("changed", isNew);
    classList.toggle("asked", isAsked);
  }
  tab();
}

export const hideCounters = hidden => root.classList.toggle("bare", hidden);

// --- focus: one stop for Tab, arrows from place to place

function tab() {
  if (!things.has(current)) current = [...things.values()].find(thing => thing.of === "space")?.key ?? null;
  for (const { key, drawn } of things.values()) if (drawn.tabIndex !== (key === current ? 0 : -1)) drawn.setAttribute("tabindex", key === current ? 0 : -1);
}

function middle(thing) {
  const { x, y, width, height } = thing.drawn.getBBox();
  return [x + width / 2, y + height / 2];
}

function focus(thing) {
  current = thing.key;
  tab();
  thing.drawn.focus({ preventScroll: true });
  const [x, y] = middle(thing);
  if (x < box.x || y < box.y || x > box.x + box.w || y > box.y + box.h) look(x - box.w / 2, y - box.h / 2, box.w);
}

/** From a piece back to its place; says whether there was a way. */
export function out() {
  const thing = things.get(document.activeElement?.dataset?.key);
  const place = thing?.at && things.get(`space ${thing.at} `);
  if (place) focus(place);
  return Boolean(place);
}

/** The nearest place in a direction, what lies to the side counts twice; where none lies, what else there is, a track. */
function towards(from, [dx, dy]) {
  const [x, y] = middle(from);
  let best, least = Infinity;
  for (const thing of things.values()) {
    if (thing.of === "piece" || thing.at || thing === from || (best?.of === "space" && thing.of !== "space")) continue;
    const [tx, ty] = middle(thing);
    const along = (tx - x) * dx + (ty - y) * dy;
    const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (along > 1 && (along + 2 * aside < least || (thing.of === "space" && best.of !== "space"))) [best, least] = [thing, along + 2 * aside];
  }
  return best;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function typed(event) {
  const thing = things.get(event.target.dataset?.key);
  if (!thing || event.ctrlKey || event.metaKey || event.altKey) return;
  let next;
  if (ARROWS[event.key]) {
    next = towards(thing.at ? (things.get(`space ${thing.at} `) ?? thing) : thing, ARROWS[event.key]);
  } else if (event.key === "Enter" || event.key === " ") {
    chosen(thing, true);
  } else if (event.key === "i") {
    asked(thing);
  } else if (event.key === "p") {
    const here = thing.at ?? thing.id;
    const pieces = [...things.values()].filter(other => other.at === here);
    next = pieces[(pieces.indexOf(thing) + 1) % pieces.length];
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (next) focus(next);
}

// --- looking: drag, wheel, pinch, double tap, Shift

/** Shows a part of the canvas, `w` wide, kept within it. */
function look(x, y, w) {
  w = Math.min(Math.max(w, scene.width / MOST), scene.width);
  const h = (w / scene.width) * scene.height;
  const within = (at, size, all) => Math.min(Math.max(at, 0), all - size);
  box = { x: within(x, w, scene.width), y: within(y, h, scene.height), w, h };
  root.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  root.classList.toggle("close", w < scene.width);
  whole.hidden = w >= scene.width;
}

export function fit() {
  if (scene) look(0, 0, scene.width);
}

function point(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
}

export function zoom(by, event) {
  const at = event ? point(event) : { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const w = Math.min(Math.max(box.w / by, scene.width / MOST), scene.width);
  const keep = w / box.w;
  look(at.x - (at.x - box.x) * keep, at.y - (at.y - box.y) * keep, w);
}

function listen() {
  const fingers = new Map();
  let moved = false, spread = 0, last = 0, before = null, mouse = null;
  /** A finger that rests reads, in browsers that make nothing of it too. */
  let rest = 0;
  const reads = event => {
    clearTimeout(rest);
    const thing = hit(event);
    moved = true; // When it is lifted, nothing is chosen.
    if (thing) asked(thing);
  };
  const two = () => {
    const [a, b] = [...fingers.values()];
    return { gap: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
  };
  root.addEventListener("pointerdown", event => {
    if (fingers.size === 0) moved = false;
    fingers.set(event.pointerId, event);
    clearTimeout(rest);
    if (fingers.size === 2) spread = two().gap;
    else if (event.pointerType === "touch") rest = setTimeout(reads, 500, event);
  });
  const drag = event => {
    mouse = event.pointerType === "mouse" ? event : null;
    if (before) {
      look(before.x, before.y, before.w);
      zoom(2.2, event);
      return;
    }
    const old = fingers.get(event.pointerId);
    if (!old) return;
    if (fingers.size === 2) {
      fingers.set(event.pointerId, event);
      const now = two();
      zoom(now.gap / spread, now);
      spread = now.gap;
      moved = true;
    } else if (moved || Math.hypot(event.clientX - old.clientX, event.clientY - old.clientY) > 6) {
      if (!moved) root.setPointerCapture?.(event.pointerId);
      clearTimeout(rest);
      moved = true;
      const [a, b] = [point(old), point(event)];
      look(box.x + a.x - b.x, box.y + a.y - b.y, box.w);
      fingers.set(event.pointerId, event);
    }
  };
  root.addEventListener("pointermove", drag);
  const up = event => {
    clearTimeout(rest);
    fingers.delete(event.pointerId);
  };
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("pointerleave", event => {
    mouse = null;
    if (event.pointerType === "mouse") up(event);
  });
  // The tooltip of what a mouse rests on.
  const tip = svg("title");
  root.addEventListener("pointerover", event => {
    const thing = things.get(event.target.closest("[data-key]")?.dataset.key);
    if (thing) thing.drawn.append(tip);
    tip.textContent = thing?.says ?? "";
  });
  root.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 500), event);
  }, { passive: false });
  root.addEventListener("click", event => {
    if (moved) return;
    const thing = hit(event);
    const twice = event.timeStamp - last < 350;
    last = event.timeStamp;
    if (thing) chosen(thing, false);
    else if (twice) box.w < scene.width ? fit() : zoom(2.5, event);
  });
  root.addEventListener("contextmenu", event => {
    event.preventDefault();
    if (event.pointerType !== "touch") reads(event);
  });
  root.addEventListener("keydown", typed);
  // On the drawing itself it would make a stop for Tab of it.
  $("map").addEventListener("focusin", event => {
    const key = event.target.dataset?.key;
    if (key && key !== current && things.has(key)) {
      current = key;
      tab();
    }
  });
  // Magnifies what lies under the mouse while Shift is held.
  const restore = () => {
    if (before) look(before.x, before.y, before.w);
    before = null;
  };
  addEventListener("keydown", event => {
    if (event.key !== "Shift") return restore();
    if (!mouse || before || isTyping()) return;
    before = box;
    zoom(2.2, mouse);
  });
  addEventListener("keyup", event => event.key === "Shift" && restore());
  addEventListener("blur", restore);
}

/** What was hit: what lies there, or for a finger that missed the nearest place that may be chosen. */
function hit(event) {
  const own = event.target.closest?.("[data-key]");
  const thing = own && things.get(own.dataset.key);
  if (thing?.drawn.classList.contains("legal") || (event.pointerType && event.pointerType !== "touch")) return thing;
  let best = thing, least = 22;
  for (const other of things.values()) {
    if (!other.drawn.classList.contains("legal")) continue;
    const { left, right, top, bottom } = other.drawn.getBoundingClientRect();
    const dx = Math.max(left - event.clientX, 0, event.clientX - right);
    const dy = Math.max(top - event.clientY, 0, event.clientY - bottom);
    if (other.of !== "space" && Math.hypot(dx, dy) < least) [best, least] = [other, Math.hypot(dx, dy)];
    else if (!thing && Math.hypot(dx, dy) < least) [best, least] = [other, Math.hypot(dx, dy)];
  }
  return best;
}

/** A mark of a side: its own where the layout has one, else one told apart by its shape and letter. */
export function swatch(id, at, letter) {
  const own = symbols.get(`side:${id}`);
  const size = scene.piece * 1.08;
  if (own) return svg("svg", { class: "swatch", viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, "aria-hidden": "true" }, svg("use", { href: `#${own}` }));
  const shape = [svg("circle", { r: 11 }), svg("rect", { x: -10, y: -10, width: 20, height: 20 }), svg("path", { d: "M0,-12L12,0L0,12L-12,0Z" })][at % 3];
  return svg("svg", { class: "swatch", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, shape, svg("text", { y: 4.5, "font-size": 13 }, letter));
}
