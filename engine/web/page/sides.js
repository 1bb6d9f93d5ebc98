// The sides: who plays each side, and the tracks, figures and facts of the sides and of the game.

import { $, el, differs, list } from "./dom.js";
import { table, side, title, isHost } from "./view.js";
import * as map from "./map.js";

const LONGEST_BAR = 12; // longer tracks are shown as numbers alone

export function draw() {
  const { view, prompt } = table.now;
  const { sides, game, effects, options } = view;
  if (!differs($("sides"), [prompt, sides, game, effects, options, table.greetings])) return;
  const out = [el("h2", {}, "Sides and figures")];
  const ofGame = attributes(game, "game");
  if (ofGame) out.push(el("div", { class: "side game" }, el("span"), ofGame));
  const isOwn = ({ id }) => !isHost() && (table.hello.you.sides ?? []).includes(id);
  for (const shown of [...sides.filter(isOwn), ...sides.filter(side => !isOwn(side))]) {
    const isAsked = prompt === shown.id;
    const seat = [isOwn(shown) && "you", shown.seat !== "human" && shown.seat.replace("-", " ")].filter(Boolean).join(", ");
    const name = el("p", { class: "name" }, side(shown.id).name, seat ? el("small", {}, ` ${seat}`) : null, isAsked ? el("small", { class: "turn" }, " to answer") : null);
    out.push(el("div", { class: `side${isAsked ? " asked" : ""}` }, swatch(shown.id), el("div", {}, name, attributes(shown, "side"))));
  }
  if (effects?.length) out.push(el("h3", {}, "Active effects"), list(effects.map(effect), { class: "effects" }));
  if (options) out.push(el("p", { class: "options" }, options.map(([id, value]) => `${id.replaceAll("-", " ")}: ${value}`).join(" · ")));
  $("sides").replaceChildren(...out);
}

/** An active effect as nodes: name, subject, side, and end. */
export const effect = ({ name, about, whose, until }) => [`${name}${about ? ` ${about}` : ""}`, el("small", {}, ` ${whose}${until ? `, until the ${until} ends` : ""}`)];

export function swatch(id) {
  const index = table.hello.legend.sides.findIndex(side => side.id === id);
  const { name, short } = table.hello.legend.sides[index];
  return map.swatch(id, index, (short ?? name).charAt(0));
}

/** The tracks, figures and facts of a subject (the game or a side) as a node, or null if there are none. */
export function attributes(subject, className) {
  const { legend } = table.hello;
  const find = (kind, id) => legend[kind].find(entry => entry.id === id);
  const rows = [];
  for (const { id, value } of subject.tracks) {
    const track = find("tracks", id);
    const zone = track.zones.find(zone => value >= zone.from && value <= zone.to);
    rows.push([track.name, `${value}${zone ? ` ${zone.name}` : ""}`, track, value]);
  }
  for (const { id, text } of subject.figures) rows.push([find("figures", id)?.title ?? id, sameAs(subject, id, text) ?? text]);
  for (const fact of subject.facts) rows.push([title(fact.name), fact.text]);
  if (!rows.length) return null;
  return el("dl", { class: className }, rows.map(([name, text, track, value]) => el("div", { class: text.length > 16 ? "long" : null }, el("dt", {}, name), el("dd", {}, track ? bar(track, value) : null, text))));
}

/** Names an earlier side of the coalition that has the same long text for a figure: `as United States`. */
function sameAs(subject, id, text) {
  const coalition = side(subject.id)?.coalition;
  if (!coalition || text.length < 12) return null;
  const sides = table.now.view.sides;
  const other = sides.slice(0, sides.indexOf(subject)).find(({ id: other, figures }) => side(other).coalition === coalition && figures.some(figure => figure.id === id && figure.text === text));
  return other && `as ${side(other.id).name}`;
}

function bar(track, value) {
  const cells = track.max - track.min + 1;
  if (cells > LONGEST_BAR || cells < 3) return null;
  const cell = (_, index) => el("i", { class: index + track.min === value ? "on" : index + track.min < value ? "below" : "" });
  return el("span", { class: "bar", "aria-hidden": "true" }, Array.from({ length: cells }, cell));
}
