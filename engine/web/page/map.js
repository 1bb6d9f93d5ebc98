// The map: the scene of the layout, the counters, the rings that mark things, focus, and zoom.

import { $, svg, button, isTyping, afterwards } from "./dom.js";
import { lookOf, nameOf, pieceName } from "./view.js";

/** The server sends a node as a list: a letter for the kind, then these fields. */
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

const decode = lists => lists.map(([letter, ...values]) => {
  const [k, ...fields] = FIELDS[letter];
  const node = Object.fromEntries([["k", k], ...fields.map((name, index) => [name, values[index] === "" ? undefined : values[index]])]);
  if (node.nodes) node.nodes = decode(node.nodes);
  return node;
});

const CLOSED = new Set(["path", "rect", "circle"]);
const MOST_ZOOM = 8;

/** The button that shows the whole map, the drawing, and its layers from bottom to top. `over` has the rings above the counters. */
let wholeMap, root, defs, base, rings, counters, over;
/** The server's scene, the ids of its symbols by name, and the visible part of the canvas. */
let scene, symbols, box;
/** The number of scenes so far. Picture addresses contain it, because a picture may change. */
let sceneCount = 0;
/** Everything that can be clicked, by key: `{of, id, at, words, label, name, nodes, drawn, ring, key}`. */
let things = new Map();
/** The key of the thing that has the focus, or gets it from Tab. */
let current = null;
let onClick = () => {}, onDetails = () => {};

const keyOf = node => `${node.of} ${node.id} ${node.at ?? ""}`;

/** Makes an empty map. A click calls `click(thing)`. The right mouse button, a long touch and `i` call `showDetails(thing)`. */
export function start(click, showDetails) {
  onClick = click;
  onDetails = showDetails;
  defs = svg("defs", { "aria-hidden": "true" });
  base = svg("g");
  rings = svg("g", { class: "rings" });
  counters = svg("g", { class: "counters" });
  over = svg("g", { class: "rings" });
  root = svg("svg", { role: "group", "aria-label": "Map: arrow keys go from place to place", preserveAspectRatio: "xMidYMid meet" });
  root.append(defs, base, rings, counters, over);
  wholeMap = button("Whole map", fit, { class: "whole", hidden: true });
  $("map").append(root, wholeMap);
  listen();
}

// --- drawing

/** Draws the scene: the part of the map that does not change in play. */
export function drawScene(hello) {
  scene = hello.scene;
  sceneCount += 1;
  symbols = new Map();
  things = new Map();
  drawnParts = new Map();
  for (const layer of [defs, base, rings, counters, over]) layer.replaceChildren();
  Object.entries(scene.symbols ?? hello.symbols ?? {}).forEach(([name, nodes]) => symbol(name, nodes));
  $("map").style.background = scene.paper;
  base.append(...[svg("rect", { x: 0, y: 0, width: scene.width, height: scene.height, fill: scene.paper }), ...decode(scene.nodes).flatMap(draw)].map(hideFromReaders));
  if (!current || !things.has(current)) current = null;
  fit();
}

function symbol(name, lists) {
  const id = `s${symbols.size}`;
  symbols.set(name, id);
  defs.append(svg("g", { id }, decode(lists).flatMap(draw)));
}

/** Hides a node from screen readers, unless it is a thing with a name. */
function hideFromReaders(node) {
  if (!node.hasAttribute("role")) node.setAttribute("aria-hidden", "true");
  return node;
}

/** The drawn parts of the map that change in play: `{part, nodes}` by key. */
let drawnParts = new Map();

/** Draws the parts that change in play, given as `[key, part]`. The nodes of unchanged parts stay. */
export function drawCounters(parts) {
  const focused = document.activeElement?.closest?.(".counters > g")?.dataset.key;
  const at = things.get(current)?.at;
  const before = drawnParts;
  drawnParts = new Map(parts.map(([key, part]) => [key, before.get(key)?.part === part ? before.get(key) : { part }]));
  // Remove old nodes first, because old and new things may have the same keys.
  for (const [key, drawn] of before) if (drawnParts.get(key) !== drawn) drawn.nodes.forEach(node => node.remove());
  for (const [key, drawn] of drawnParts) drawn.nodes ??= nodesOf(key, drawn.part).flatMap(draw).map(hideFromReaders);
  let next = counters.firstChild;
  for (const node of [...drawnParts.values()].flatMap(drawn => drawn.nodes)) {
    if (node === next) next = next.nextSibling;
    else counters.insertBefore(node, next);
  }
  contents = new Map();
  placesOf = new Map();
  for (const [key, thing] of things) {
    if (!thing.drawn.isConnected) {
      thing.ring?.remove();
      things.delete(key);
    } else if (thing.at) {
      contents.set(thing.at, [...(contents.get(thing.at) ?? []), thing.label]);
      for (const word of thing.words) placesOf.set(word, (placesOf.get(word) ?? new Set()).add(thing.at));
    }
  }
  for (const thing of things.values()) if (thing.of === "space") thing.name = `${thing.label}: ${contentsOf(thing.id).join("; ") || "empty"}`;
  if (at && !things.has(current)) current = `space ${at} `;
  if (focused) afterwards(() => (things.get(focused) ?? things.get(current))?.drawn.focus());
}

/** Whether a place has a piece that this word of a row means. */
export const holds = (place, word) => Boolean(placesOf.get(word)?.has(place));

/** Whether this place alone has a piece that this word of a row means. */
export const isOnlyAt = (word, place) => holds(place, word) && placesOf.get(word).size === 1;

/** For each word that means pieces: the places that have such pieces. */
let placesOf = new Map();

/** Whether a sign at a place shows this figure or fact. */
export const hasSign = (place, id) => [...things.values()].some(thing => thing.of === "fact" && thing.at === place && thing.id === id);

let contents = new Map();
/** The labels of everything at a place. */
export const contentsOf = id => contents.get(id) ?? [];

/** The nodes of a part. Counters come as appearance and position, other things as nodes. */
function nodesOf(key, part) {
  if (!part.c) return decode(typeof part[0] === "string" ? [part] : part);
  const at = key.slice(key.indexOf(" ") + 1);
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
      return svg("image", { x: node.x, y: node.y, width: node.w, height: node.h, href: `/picture/${encodeURIComponent(node.href)}?${sceneCount}` });
    case "use":
      return counter(node);
    case "name": // of a space
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
  const name = at ? `${label}, ${nameOf(at)}` : label;
  things.set(key, { of, id, at, words: words ?? [], label, name, nodes, drawn, key });
}

/** The filled shapes of a place, which form its outline. */
const shapesOf = ({ of, nodes }) =>
  of === "space" ? nodes.filter(node => CLOSED.has(node.k) && node.s !== "dot" && (scene.styles[node.s]?.fill ?? "none") !== "none") : [];

/** Draws a ring around a thing: the outline of a place, or a box around another thing. */
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

/** Draws the outline of a ring once more beneath it, so that a change shows beside the other marks, or removes that. */
function showHalo(ring, isChanged) {
  const halo = ring.querySelector(".halo");
  if (!isChanged) halo?.remove();
  else if (!halo) ring.prepend(svg("g", { class: "halo" }, [...ring.children].map(shape => shape.cloneNode())));
}

/**
 * Marks things with rings. `stateOf(thing)` is `legal`, `picked` or null. If `strong` is true, the rings of legal things are
 * easier to see. `changed` are keys such as `space cuba`. `about` are the places that the question names.
 */
export function mark(stateOf, strong, changed, about) {
  const changes = new Set(changed);
  const marks = [...things.values()].map(thing => [thing, stateOf(thing), changes.has(`${thing.of} ${thing.id}`), thing.of === "space" && about.has(thing.id)]);
  // Measure before writing, so that the browser computes positions once.
  for (const [thing, state, isChanged, isAsked] of marks) if ((state || isChanged || isAsked) && !thing.bounds && !shapesOf(thing).length) thing.bounds = thing.drawn.getBBox();
  for (const [thing, state, isChanged, isAsked] of marks) {
    const label = [thing.name, state === "picked" && "picked", state === "legal" && "may be chosen", isChanged && "changed", isAsked && "is asked about"].filter(Boolean).join(", ");
    if (thing.ariaLabel !== label) {
      thing.ariaLabel = label;
      thing.drawn.setAttribute("aria-label", label);
    }
    thing.drawn.classList.toggle("legal", state === "legal");
    if (!state && !isChanged && !isAsked) {
      thing.ring?.remove();
      thing.ring = null;
      continue;
    }
    const { classList } = (thing.ring ??= ringOf(thing));
    classList.toggle("legal", state === "legal");
    classList.toggle("strong", state === "legal" && strong);
    classList.toggle("picked", state === "picked");
    classList.toggle("changed", isChanged);
    showHalo(thing.ring, isChanged);
    classList.toggle("asked", isAsked);
  }
  setTabStop();
}

export const hideCounters = hidden => root.classList.toggle("bare", hidden);

// --- focus: one stop for Tab, arrows from place to place

function setTabStop() {
  if (!things.has(current)) current = [...things.values()].find(thing => thing.of === "space")?.key ?? null;
  for (const { key, drawn } of things.values()) if (drawn.tabIndex !== (key === current ? 0 : -1)) drawn.setAttribute("tabindex", key === current ? 0 : -1);
}

function middle(thing) {
  const { x, y, width, height } = thing.drawn.getBBox();
  return [x + width / 2, y + height / 2];
}

function focus(thing) {
  current = thing.key;
  setTabStop();
  thing.drawn.focus({ preventScroll: true });
  const [x, y] = middle(thing);
  if (x < box.x || y < box.y || x > box.x + box.w || y > box.y + box.h) show(x - box.w / 2, y - box.h / 2, box.w);
}

/** Moves the focus from a piece to its place. Returns whether it did. */
export function toPlace() {
  const thing = things.get(document.activeElement?.dataset?.key);
  const place = thing?.at && things.get(`space ${thing.at} `);
  if (place) focus(place);
  return Boolean(place);
}

/** Whether arrow keys stop at a thing: a place, or a sign of a link. */
const isStop = ({ of, at }) => of === "space" || (at && !things.has(`space ${at} `));

/** The nearest place or sign of a link in a direction, or else another thing such as a track. Distance to the side counts twice. */
function towards(from, [dx, dy]) {
  const [x, y] = middle(from);
  let best, least = Infinity;
  for (const thing of things.values()) {
    const stops = isStop(thing);
    if (((thing.of === "piece" || thing.at || (best && isStop(best))) && !stops) || thing === from) continue;
    const [tx, ty] = middle(thing);
    const along = (tx - x) * dx + (ty - y) * dy;
    const across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (along > 1 && (along + 2 * across < least || (stops && !isStop(best)))) [best, least] = [thing, along + 2 * across];
  }
  return best;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keyPressed(event) {
  const thing = things.get(event.target.dataset?.key);
  if (!thing || event.ctrlKey || event.metaKey || event.altKey) return;
  let next;
  if (ARROWS[event.key]) {
    next = towards(thing.at ? (things.get(`space ${thing.at} `) ?? thing) : thing, ARROWS[event.key]);
  } else if (event.key === "Enter" || event.key === " ") {
    onClick(thing);
  } else if (event.key === "i") {
    onDetails(thing);
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

// --- zoom: drag, wheel, pinch, double tap, Shift

/** Shows the part of the canvas that begins at `x` and `y` and is `w` wide. */
function show(x, y, w) {
  w = Math.min(Math.max(w, scene.width / MOST_ZOOM), scene.width);
  const h = (w / scene.width) * scene.height;
  const within = (start, size, total) => Math.min(Math.max(start, 0), total - size);
  box = { x: within(x, w, scene.width), y: within(y, h, scene.height), w, h };
  root.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  root.classList.toggle("close", w < scene.width);
  wholeMap.hidden = w >= scene.width;
}

export function fit() {
  if (scene) show(0, 0, scene.width);
}

function point(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
}

export function zoom(factor, event) {
  const centre = event ? point(event) : { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const w = Math.min(Math.max(box.w / factor, scene.width / MOST_ZOOM), scene.width);
  const scale = w / box.w;
  show(centre.x - (centre.x - box.x) * scale, centre.y - (centre.y - box.y) * scale, w);
}

function listen() {
  const fingers = new Map();
  let moved = false, spread = 0, lastClick = 0, boxBeforeShift = null, mouse = null;
  let longTouch = 0;
  const showDetails = event => {
    clearTimeout(longTouch);
    const thing = hit(event);
    moved = true; // Then lifting the finger chooses nothing.
    if (thing) onDetails(thing);
  };
  const pinch = () => {
    const [a, b] = [...fingers.values()];
    return { gap: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
  };
  root.addEventListener("pointerdown", event => {
    if (fingers.size === 0) moved = false;
    fingers.set(event.pointerId, event);
    clearTimeout(longTouch);
    if (fingers.size === 2) spread = pinch().gap;
    else if (event.pointerType === "touch") longTouch = setTimeout(showDetails, 500, event);
  });
  const drag = event => {
    mouse = event.pointerType === "mouse" ? event : null;
    if (boxBeforeShift) {
      show(boxBeforeShift.x, boxBeforeShift.y, boxBeforeShift.w);
      zoom(2.2, event);
      return;
    }
    const old = fingers.get(event.pointerId);
    if (!old) return;
    if (fingers.size === 2) {
      fingers.set(event.pointerId, event);
      const now = pinch();
      zoom(now.gap / spread, now);
      spread = now.gap;
      moved = true;
    } else if (moved || Math.hypot(event.clientX - old.clientX, event.clientY - old.clientY) > 6) {
      if (!moved) root.setPointerCapture?.(event.pointerId);
      clearTimeout(longTouch);
      moved = true;
      const [a, b] = [point(old), point(event)];
      show(box.x + a.x - b.x, box.y + a.y - b.y, box.w);
      fingers.set(event.pointerId, event);
    }
  };
  root.addEventListener("pointermove", drag);
  const up = event => {
    clearTimeout(longTouch);
    fingers.delete(event.pointerId);
  };
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("pointerleave", event => {
    mouse = null;
    if (event.pointerType === "mouse") up(event);
  });
  const tip = svg("title");
  root.addEventListener("pointerover", event => {
    const thing = things.get(event.target.closest("[data-key]")?.dataset.key);
    if (thing) thing.drawn.append(tip);
    tip.textContent = thing?.name ?? "";
  });
  root.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 500), event);
  }, { passive: false });
  root.addEventListener("click", event => {
    if (moved) return;
    const thing = hit(event);
    const isDouble = event.timeStamp - lastClick < 350;
    lastClick = event.timeStamp;
    if (thing) onClick(thing);
    else if (isDouble) box.w < scene.width ? fit() : zoom(2.5, event);
  });
  root.addEventListener("contextmenu", event => {
    event.preventDefault();
    if (event.pointerType !== "touch") showDetails(event);
  });
  root.addEventListener("keydown", keyPressed);
  // The listener is not on the drawing itself, because it would make the drawing a Tab stop.
  $("map").addEventListener("focusin", event => {
    const key = event.target.dataset?.key;
    if (key && key !== current && things.has(key)) {
      current = key;
      setTabStop();
    }
  });
  // While Shift is pressed, the map is magnified at the mouse.
  const restore = () => {
    if (boxBeforeShift) show(boxBeforeShift.x, boxBeforeShift.y, boxBeforeShift.w);
    boxBeforeShift = null;
  };
  addEventListener("keydown", event => {
    if (event.key !== "Shift") return restore();
    if (!mouse || boxBeforeShift || isTyping()) return;
    boxBeforeShift = box;
    zoom(2.2, mouse);
  });
  addEventListener("keyup", event => event.key === "Shift" && restore());
  addEventListener("blur", restore);
}

/** The thing at a click. For a finger, a thing within 22 pixels that may be chosen comes first. */
function hit(event) {
  const node = event.target.closest?.("[data-key]");
  const thing = node && things.get(node.dataset.key);
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

/** The symbol of a side from the layout, or else a shape with a letter. */
export function swatch(id, index, letter) {
  const symbolId = symbols.get(`side:${id}`);
  const size = scene.piece * 1.08;
  if (symbolId) return svg("svg", { class: "swatch", viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, "aria-hidden": "true" }, svg("use", { href: `#${symbolId}` }));
  const shape = [svg("circle", { r: 11 }), svg("rect", { x: -10, y: -10, width: 20, height: 20 }), svg("path", { d: "M0,-12L12,0L0,12L-12,0Z" })][index % 3];
  return svg("svg", { class: "swatch", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, shape, svg("text", { y: 4.5, "font-size": 13 }, letter));
}
