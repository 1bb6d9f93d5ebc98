// The details panel over the lower edge of the map: a card in full, or the contents of a place.

import { $, el, button, differs, list } from "./dom.js";
import { inWords, namedIn, nameOf, title } from "./view.js";

let opener = null;
let content = null;

/** Opens the panel. `makeContent()` returns title, list, texts and nodes. The panel calls it again after each new view. */
export function open(makeContent) {
  if ($("details").hidden) opener = document.activeElement;
  content = makeContent;
  $("details").hidden = false;
  draw();
}

export function refresh() {
  if (!$("details").hidden) draw();
}

function draw() {
  const { title: head, list: items = [], texts = [], nodes = [], ifEmpty = "" } = content();
  const lines = items.length ? list(items) : null;
  const empty = !lines && !texts.length && !nodes.length && ifEmpty ? el("p", { class: "rest" }, ifEmpty) : null;
  const out = [el("h2", {}, head), ...[lines, ...texts.map(text => el("p", {}, text)), ...nodes, empty].filter(Boolean)];
  if (!differs($("details"), [head, items, texts, nodes.map(node => node.textContent), ifEmpty])) return;
  $("details").replaceChildren(button("×", close, { class: "close", "aria-label": "Close" }), ...out);
}

/** Printed fields as nodes: short values in one line, each text in a paragraph, nested fields under a title. */
export function printed(fields, isHost) {
  const has = (field, kind) => Object.hasOwn(field.value, kind);
  const labelOf = field => field.title || title(inWords(field.key));
  const words = field => {
    const [kind, value] = Object.entries(field.value)[0];
    const name = labelOf(field);
    if (kind === "truth") return value ? name : `Not ${name.toLowerCase()}`;
    return `${name} ${[value].flat().map(word => (kind === "id" || kind === "ids" ? namedIn(word) : word)).join(", ")}`;
  };
  const short = fields.filter(field => !["text", "part", "effects"].some(kind => has(field, kind)));
  const out = short.length ? [el("p", { class: "figures" }, short.map(words).join(" · "))] : [];
  for (const field of fields) {
    if (field.key === "title" || field.key === "id") continue; // The heading shows them.
    if (has(field, "text")) out.push(el("p", { class: field.key.endsWith("note") ? "note" : null }, field.key === "text" || field.key === "note" ? null : el("b", {}, `${labelOf(field)}: `), field.value.text));
    if (has(field, "part")) out.push(el("section", {}, el("h3", {}, nameOf(field.key)), ...printed(field.value.part, isHost)));
    if (has(field, "effects") && isHost) out.push(el("pre", {}, field.value.effects.map(effect => [effect.verb, ...effect.params.flat()].join(" ")).join("\n")));
  }
  return out;
}

/** Closes the panel. Returns whether it was open. */
export function close() {
  if ($("details").hidden) return false;
  const hadFocus = $("details").contains(document.activeElement);
  $("details").hidden = true;
  if (hadFocus) opener?.focus?.();
  return true;
}
