// The sides: who plays them, their tracks, figures and facts, and those of the game.

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
  for (const one of [...sides.filter(isOwn), ...sides.filter(side => !isOwn(side))]) {
    const isAsked = prompt === one.id;
    const seat = [isOwn(one) && "you", one.seat !== "human" && one.seat.replace("-", " ")].filter(Boolean).join(", ");
    const name = el("p", { class: "name" }, side(one.id).name, seat ? el("small", {}, ` ${seat}`) : null, isAsked ? el("small", { class: "turn" }, " to answer") : null);
    out.push(el("div", { class: `side${isAsked ? " asked" : ""}` }, swatch(one.id), el("div", {}, name, attributes(one, "side"))));
  }
  if (effects?.length) out.push(el("h3", {}, "Active effects"), list(effects.map(effect), { class: "effects" }));
  if (options) out.push(el("p", { class: "options" }, options.map(([id, value]) => `${id.replaceAll("-", " ")}: ${value}`).join(" · ")));
  $("sides").replaceChildren(...out);
}

/** An active effect: its name and subject, for whom, and how long. */
export const effect = ({ name, about, whose, until }) => [`${name}${about ? ` ${about}` : ""}`, el("small", {}, ` ${whose}${until ? `, until the ${until} ends` : ""}`)];

/** A side's symbol: a colour, a shape and a letter. */
export function swatch(id) {
  const at = table.hello.legend.sides.findIndex(side => side.id === id);
  const { name, short } = table.hello.legend.sides[at];
  return map.swatch(id, at, (short ?? name).charAt(0));
}

/** Tracks, figures and facts of the game or a side, or null. */
export function attributes(of, className) {
  const { legend } = table.hello;
  const find = (kind, id) => legend[kind].find(it => it.id === id);
  const rows = [];
  for (const { id, value } of of.tracks) {
    const track = find("tracks", id);
    const zone = track.zones.find(zone => value >= zone.from && value <= zone.to);
    rows.push([track.name, `${value}${zone ? ` ${zone.name}` : ""}`, track, value]);
  }
  for (const { id, text } of of.figures) rows.push([find("figures", id)?.title ?? id, sameAs(of, id, text) ?? text]);
  for (const fact of of.facts) rows.push([title(fact.name), fact.text]);
  if (!rows.length) return null;
  return el("dl", { class: className }, rows.map(([name, text, track, value]) => el("div", { class: text.length > 16 ? "long" : null }, el("dt", {}, name), el("dd", {}, track ? bar(track, value) : null, text))));
}

/** A long text that another side of the coalition has too: `as United States`. */
function sameAs(of, id, text) {
  const coalition = side(of.id)?.coalition;
  if (!coalition || text.length < 12) return null;
  const all = table.now.view.sides;
  const other = all.slice(0, all.indexOf(of)).find(({ id: other, figures }) => side(other).coalition === coalition && figures.some(figure => figure.id === id && figure.text === text));
  return other && `as ${side(other.id).name}`;
}

function bar(track, value) {
  const cells = track.max - track.min + 1;
  if (cells > LONGEST_BAR || cells < 3) return null;
  const cell = (_, at) => el("i", { class: at + track.min === value ? "on" : at + track.min < value ? "below" : "" });
  return el("span", { class: "bar", "aria-hidden": "true" }, Array.from({ length: cells }, cell));
}
