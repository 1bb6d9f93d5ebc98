// What is read at leisure: a card in full, what lies at a place. It lies over the map's lower edge until it is closed.

import { $, el, button } from "./dom.js";

let opener = null;

/** Shows something to read: a title, what is listed of it, and its sentences. */
export function read({ title, list = [], texts = [], nothing = "" }) {
  if ($("reading").hidden) opener = document.activeElement;
  const close = button("×", shut, { class: "close", "aria-label": "Close" });
  const lines = list.length ? el("ul", {}, list.map(line => el("li", {}, line))) : null;
  const rest = !lines && !texts.length && nothing ? el("p", { class: "rest" }, nothing) : null;
  $("reading").replaceChildren(close, el("h2", {}, title), ...[lines, ...texts.map(text => el("p", {}, text)), rest].filter(Boolean));
  $("reading").hidden = false;
}

/** Closes it; says whether it was open. */
export function shut() {
  if ($("reading").hidden) return false;
  const held = $("reading").contains(document.activeElement);
  $("reading").hidden = true;
  if (held) opener?.focus?.();
  return true;
}
