// Piles: hands and displays as cards, what lies face down as a number.

import { $, el, button, differs, afterwards } from "./dom.js";
import { table } from "./view.js";

const FEW = 16; // more cards of a pile than this are folded away
let pick = () => {}, read = () => {};
const opened = new Set();

/** `picked(thing)` is called with a card or pile that is clicked, `reads(thing)` with one to be read. */
export function start(picked, reads) {
  pick = picked;
  read = reads;
}

/** Draws the piles as `stateOf(thing)` says of each what may be chosen. */
export function onCards(stateOf, changed) {
  const { view } = table.now;
  const news = new Set(changed);
  const { piles } = view;
  const of = ({ dataset: { card, flip } = {} }) => card ?? flip;
  const held = of(document.activeElement);
  const states = piles.map(pile => [stateOf({ of: "pile", id: pile.id }), opened.has(pile.id), pile.cards.map(({ id }) => stateOf({ of: "card", id }))]);
  if (!differs($("cards"), [table.greetings, piles, states, changed.filter(key => key.startsWith("card "))])) return;
  $("cards").replaceChildren(...piles.map(pile => drawPile(pile, stateOf, news)));
  $("cards").classList.toggle("none", !piles.length);
  if (held) afterwards(() => [...$("cards").querySelectorAll("[data-card], [data-flip]")].find(node => of(node) === held)?.focus());
}

function drawPile(pile, stateOf, news) {
  const { cards } = pile;
  const head = el("h2", {}, pile.name, el("span", { class: "count" }, ` ${pile.count}`));
  const box = el("div", { class: `pile${cards.length ? "" : " closed"}`, role: "group", "aria-label": `${pile.name}, ${pile.count} cards` }, head);
  const thing = { of: "pile", id: pile.id };
  const state = stateOf(thing);
  if (state) {
    head.replaceChildren(button(pile.name, () => pick(thing), { class: `pick ${state}`, "aria-label": `${pile.name}, may be chosen` }));
  }
  // Who sees what is in a deck need not have it spread out all the time.
  const isFolded = (pile.is_deck || cards.length > FEW) && !opened.has(pile.id);
  const row = el("div", { class: "run" }, isFolded ? null : cards.map(card => drawCard(card, stateOf, news)));
  const flip = () => (opened.delete(pile.id) || opened.add(pile.id), onCards(stateOf, [...news]));
  if (!cards.length) row.append(el("div", { class: "back", "aria-hidden": "true" }, String(pile.count)));
  else if (isFolded) row.append(button(String(pile.count), flip, { class: "back", "data-flip": `pile ${pile.id}`, "aria-label": `Spread out ${pile.name}`, "aria-expanded": "false" }));
  else if (opened.has(pile.id)) row.append(button("fold", flip, { class: "plain", "data-flip": `pile ${pile.id}`, "aria-label": `Fold ${pile.name}`, "aria-expanded": "true" }));
  box.append(row);
  return box;
}

function drawCard(card, stateOf, news) {
  const thing = { of: "card", id: card.id };
  const state = stateOf(thing);
  const isNew = news.has(`card ${card.id}`);
  const name = card.name.startsWith(`${card.id} `) ? card.name.slice(card.id.length + 1) : card.name;
  // What repeats the title is not said again.
  const notes = [...(card.notes ?? []), ...(card.numbers ?? [])].map(note => note.replace(`${name}, `, "")).filter(note => !note.endsWith(name));
  const label = [card.name, ...notes, state === "picked" && "picked", state === "legal" && "may be chosen", isNew && "changed"].filter(Boolean).join(", ");
  const face = el(
    "button",
    { type: "button", class: `card ${state ?? ""}${isNew ? " changed" : ""}`, "data-card": card.id, "aria-label": label, on: { click: () => pick(thing) } },
    el("b", {}, card.id),
    el("span", { class: "name" }, name),
    notes.length ? el("span", { class: "numbers" }, notes.join(" · ")) : null,
    card.texts ? el("span", { class: "texts" }, card.texts.join(" / ")) : null,
  );
  return el("div", { class: "slot" }, face, button("i", () => read(thing), { class: "read", "aria-label": `Read ${card.name}`, title: "Read" }));
}
