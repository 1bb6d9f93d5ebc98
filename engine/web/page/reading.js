// What is read at leisure: a card in full, what lies at a place. It lies over the map's lower edge until it is closed.

import { $, el, button, differs } from "./dom.js";
import { inWords, namedIn, nameOf, title } from "./view.js";

let opener = null;

let written = null;

/** Shows something to read: a title, what is listed of it, its sentences. `what()` gives it, and is asked again when the game goes on. */
export function read(what) {
  if ($("reading").hidden) opener = document.activeElement;
  written = what;
  $("reading").hidden = false;
  write();
}

/** Shows it as it is now. */
export function refresh() {
  if (!$("reading").hidden) write();
}

function write() {
  const { title: head, list = [], texts = [], nodes = [], nothing = "" } = written();
  const lines = list.length ? el("ul", {}, list.map(line => el("li", {}, line))) : null;
  const rest = !lines && !texts.length && !nodes.length && nothing ? el("p", { class: "rest" }, nothing) : null;
  const out = [el("h2", {}, head), ...[lines, ...texts.map(text => el("p", {}, text)), ...nodes, rest].filter(Boolean)];
  if (!differs($("reading"), [head, list, texts, nodes.map(node => node.textContent), nothing])) return;
  $("reading").replaceChildren(button("×", shut, { class: "close", "aria-label": "Close" }), ...out);
}

/** What stands on a card or a place, as its file has it: numbers in one line, sentences each in its own, halves below their titles. */
export function printed(fields, isDesk) {
  const of = (field, kind) => Object.hasOwn(field.value, kind);
  const called = field => field.title || title(inWords(field.key));
  const words = field => {
    const [kind, is] = Object.entries(field.value)[0];
    const name = called(field);
    if (kind === "truth") return is ? name : `Not ${name.toLowerCase()}`;
    return `${name} ${[is].flat().map(word => (kind === "id" || kind === "ids" ? namedIn(word) : word)).join(", ")}`;
  };
  const short = fields.filter(field => !["text", "part", "effects"].some(kind => of(field, kind)));
  const out = short.length ? [el("p", { class: "figures" }, short.map(words).join(" · "))] : [];
  for (const field of fields) {
    if (field.key === "title" || field.key === "id") continue; // They stand above.
    if (of(field, "text")) out.push(el("p", { class: field.key.endsWith("note") ? "note" : null }, field.key === "text" || field.key === "note" ? null : el("b", {}, `${called(field)}: `), field.value.text));
    if (of(field, "part")) out.push(el("section", {}, el("h3", {}, nameOf(field.key)), ...printed(field.value.part, isDesk)));
    if (of(field, "effects") && isDesk) out.push(el("pre", {}, field.value.effects.map(effect => [effect.verb, ...effect.params.flat()].join(" ")).join("\n")));
  }
  return out;
}

/** Closes it; says whether it was open. */
export function shut() {
  if ($("reading").hidden) return false;
  const held = $("reading").contains(document.activeElement);
  $("reading").hidden = true;
  if (held) opener?.focus?.();
  return true;
}
