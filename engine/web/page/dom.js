// Nodes made by hand. Whatever the table tells goes in as text or as an attribute's value, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export const $ = id => document.getElementById(id);

/** An element; of its attributes `on` are listeners, and what is false, null or undefined is left out. */
export function el(name, attributes = {}, ...children) {
  return dress(document.createElement(name), attributes, children);
}

/** The same of a drawing. */
export function svg(name, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, name), attributes, children);
}

function dress(node, attributes, children) {
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

/** A button that says `text` and does `run`. */
export function button(text, run, attributes = {}) {
  return el("button", { type: "button", ...attributes, on: { click: run } }, text);
}

/** Tells what is not seen at a glance to who hears the page: one thing after another, also what was told before. */
export function announce(text) {
  $("news").append(el("p", {}, text));
  while ($("news").childElementCount > 5) $("news").firstElementChild.remove();
}

const shown = new WeakMap();
/** Whether a part of the page is to show something else than it was given last. */
export function differs(node, what) {
  const text = JSON.stringify(what);
  return shown.get(node) !== text && Boolean(shown.set(node, text));
}

/** Runs what asks where things lie, or moves the focus, after all is written: the page is laid out once, not for each. */
export const afterwards = queueMicrotask;

/** Whether keys that are typed go into a field. */
export function isTyping() {
  const at = document.activeElement;
  return Boolean(at && at.matches("textarea, select, input:not([type=range], [type=checkbox])"));
}

export const many = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/** Keeps a word for the next time this page is opened. Storage may be shut off: the page does without. */
export function keep(name, value) {
  try {
    localStorage.setItem(`cardwright-${name}`, value);
  } catch {}
}

export function recall(name) {
  try {
    return localStorage.getItem(`cardwright-${name}`);
  } catch {
    return null;
  }
}
