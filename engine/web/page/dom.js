// Builds nodes by hand. Texts of the game become text nodes or attribute values, never markup.

const SVG = "http://www.w3.org/2000/svg";

export const $ = id => document.getElementById(id);

/** Makes an element. The attribute `on` holds listeners. Attributes that are false, null or undefined are left out. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, run] of Object.entries(value)) node.addEventListener(event, run);
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

export function button(text, run, attributes = {}) {
  return el("button", { type: "button", ...attributes, on: { click: run } }, text);
}

export const list = (items, attributes) => el("ul", attributes, items.map(item => el("li", {}, item)));

/** Makes an HTML table. The first cell of each row is the heading of the row. */
export function grid(head, rows) {
  const cells = ([first, ...rest]) => el("tr", {}, el("th", { scope: "row" }, first), rest.map(cell => el("td", {}, cell)));
  return el("table", {}, head && el("thead", {}, el("tr", {}, head.map(cell => el("th", { scope: "col" }, cell)))), el("tbody", {}, rows.map(cells)));
}

/** Makes a screen reader read a text, even a repeated text. */
export function announce(text) {
  $("news").append(el("p", {}, text));
  while ($("news").childElementCount > 5) $("news").firstElementChild.remove();
}

const drawn = new WeakMap();
/** Whether a node must be drawn again, because its data differs from the last call. */
export function differs(node, data) {
  const text = JSON.stringify(data);
  return drawn.get(node) !== text && Boolean(drawn.set(node, text));
}

/** Runs code after all writes, so that the page is laid out once. For code that reads positions or moves the focus. */
export const afterwards = queueMicrotask;

/** Whether the focus is in a field that takes letters. */
export function isTyping() {
  const focused = document.activeElement;
  return Boolean(focused && focused.matches("textarea, select, input:not([type=range], [type=checkbox])"));
}

export const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Stores a setting in the browser. Does nothing if storage is disabled. */
export function store(name, value) {
  try {
    localStorage.setItem(`cardwright-${name}`, value);
  } catch {}
}

export function stored(name) {
  try {
    return localStorage.getItem(`cardwright-${name}`);
  } catch {
    return null;
  }
}
