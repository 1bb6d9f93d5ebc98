// The piles. Visible cards are drawn as cards, face-down cards as a number.

import { $, el, button, differs, afterwards } from "./dom.js";
import { table } from "./view.js";

const MOST_SPREAD = 16; // larger piles are folded
let pick = () => {}, showDetails = () => {};
/** The ids of the piles that the viewer has spread out. */
const opened = new Set();

/** A click on a card or pile calls `onPick(thing)`. The button `i` of a card calls `onDetails(thing)`. */
export function start(onPick, onDetails) {
  pick = onPick;
  showDetails = onDetails;
}

/** Draws the piles. `stateOf(thing)` is `legal`, `picked` or null. `changed` are keys of what changed: `card 12`. */
export function draw(stateOf, changed) {
  const { view } = table.now;
  const changes = new Set(changed);
  const { piles } = view;
  const keyOf = ({ dataset: { card, flip } = {} }) => card ?? flip;
  const focused = keyOf(document.activeElement);
  const states = piles.map(pile => [stateOf({ of: "pile", id: pile.id }), opened.has(pile.id), pile.cards.map(({ id }) => stateOf({ of: "card", id }))]);
  if (!differs($("cards"), [table.greetings, piles, states, changed.filter(key => key.startsWith("card "))])) return;
  $("cards").replaceChildren(...piles.map(pile => drawPile(pile, stateOf, changes)));
  $("cards").classList.toggle("none", !piles.length);
  if (focused) afterwards(() => [...$("cards").querySelectorAll("[data-card], [data-flip]")].find(node => keyOf(node) === focused)?.focus());
}

function drawPile(pile, stateOf, changes) {
  const { cards } = pile;
  const head = el("h2", {}, pile.name, el("span", { class: "count" }, ` ${pile.count}`));
  const box = el("div", { class: `pile${cards.length ? "" : " closed"}`, role: "group", "aria-label": `${pile.name}, ${pile.count} cards` }, head);
  const thing = { of: "pile", id: pile.id };
  const state = stateOf(thing);
  if (state) {
    head.replaceChildren(button(pile.name, () => pick(thing), { class: `pick ${state}`, "aria-label": `${pile.name}, may be chosen` }));
  }
  const isFolded = (pile.is_deck || cards.length > MOST_SPREAD) && !opened.has(pile.id);
  const row = el("div", { class: "run" }, isFolded ? null : cards.map(card => drawCard(card, stateOf, changes)));
  const flip = () => (opened.delete(pile.id) || opened.add(pile.id), draw(stateOf, [...changes]));
  if (!cards.length) row.append(el("div", { class: "back", "aria-hidden": "true" }, String(pile.count)));
  else if (isFolded) row.append(button(String(pile.count), flip, { class: "back", "data-flip": `pile ${pile.id}`, "aria-label": `Spread out ${pile.name}`, "aria-expanded": "false" }));
  else if (opened.has(pile.id)) row.append(button("fold", flip, { class: "plain", "data-flip": `pile ${pile.id}`, "aria-label": `Fold ${pile.name}`, "aria-expanded": "true" }));
  box.append(row);
  return box;
}

function drawCard(card, stateOf, changes) {
  const thing = { of: "card", id: card.id };
  const state = stateOf(thing);
  const isChanged = changes.has(`card ${card.id}`);
  const name = card.name.startsWith(`${card.id} `) ? card.name.slice(card.id.length + 1) : card.name;
  // Notes that repeat the title are shortened or left out.
  const notes = [...(card.notes ?? []), ...(card.numbers ?? [])].map(note => note.replace(`${name}, `, "")).filter(note => !note.endsWith(name));
  const label = [card.name, ...notes, state === "picked" && "picked", state === "legal" && "may be chosen", isChanged && "changed"].filter(Boolean).join(", ");
  const face = el(
    "button",
    { type: "button", class: `card ${state ?? ""}${isChanged ? " changed" : ""}`, "data-card": card.id, "aria-label": label, on: { click: () => pick(thing) } },
    el("b", {}, card.id),
    el("span", { class: "name" }, name),
    notes.length ? el("span", { class: "numbers" }, notes.join(" · ")) : null,
    card.texts ? el("span", { class: "texts" }, card.texts.join(" / ")) : null,
  );
  return el("div", { class: "slot" }, face, button("i", () => showDetails(thing), { class: "info", "aria-label": `Read ${card.name}`, title: "Read" }));
}
