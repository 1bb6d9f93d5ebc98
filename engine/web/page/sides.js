// The sides, who sits there, what is counted of them and of the game.

import { $, el, differs } from "./dom.js";
import { table, side, title, isDesk } from "./view.js";
import * as map from "./map.js";

const MOST = 12; // a longer track is told by its number alone

export function draw() {
  const { view, prompt } = table.now;
  const { sides, game: counted, in_force, options } = view;
  if (!differs($("sides"), [prompt, sides, counted, in_force, options, table.greetings])) return;
  const out = [el("h2", {}, "Sides and figures")];
  const game = kept(view.game, "game");
  if (game) out.push(el("div", { class: "side game" }, el("span"), game));
  const isOwn = ({ id }) => !isDesk() && (table.hello.you.sides ?? []).includes(id);
  // One's own comes first.
  for (const seen of [...view.sides.filter(isOwn), ...view.sides.filter(side => !isOwn(side))]) {
    const isAsked = prompt === seen.id;
    const you = isOwn(seen);
    const seat = [you ? "you" : null, seen.seat === "human" ? null : seen.seat.replace("-", " ")].filter(Boolean).join(", ");
    out.push(
      el(
        "div",
        { class: `side${isAsked ? " asked" : ""}` },
        swatch(seen.id),
        el("div", {}, el("p", { class: "name" }, side(seen.id).name, seat ? el("small", {}, ` ${seat}`) : null, isAsked ? el("small", { class: "turn" }, " to answer") : null), kept(seen, "side")),
      ),
    );
  }
  if (view.in_force?.length) {
    const force = of => el("li", {}, `${of.name}${of.about ? ` ${of.about}` : ""}`, el("small", {}, ` ${of.whose}${of.until ? `, until the ${of.until} ends` : ""}`));
    out.push(el("h3", {}, "In force"), el("ul", { class: "force" }, view.in_force.map(force)));
  }
  if (view.options) out.push(el("p", { class: "options" }, view.options.map(([id, value]) => `${id.replaceAll("-", " ")}: ${value}`).join(" · ")));
  $("sides").replaceChildren(...out);
}

/** A mark of a side: a colour, and a shape and letter that tell it without. */
export function swatch(id) {
  const at = table.hello.legend.sides.findIndex(side => side.id === id);
  const { name, short } = table.hello.legend.sides[at];
  return map.swatch(id, at, (short ?? name).charAt(0));
}

function kept(of, subject) {
  const { legend } = table.hello;
  const known = (list, id) => legend[list].find(it => it.id === id);
  const rows = [];
  for (const { id, value } of of.tracks) {
    const track = known("tracks", id);
    const zone = track.zones.find(zone => value >= zone.from && value <= zone.to);
    rows.push([track.name, `${value}${zone ? ` ${zone.name}` : ""}`, track, value]);
  }
  for (const { id, text } of of.figures) rows.push([known("figures", id)?.title ?? id, saidBefore(of, id, text) ?? text]);
  for (const fact of of.facts) rows.push([title(fact.name), fact.text]);
  if (!rows.length) return null;
  return el("dl", { class: subject }, rows.map(([name, text, track, value]) => el("div", { class: text.length > 16 ? "long" : null }, el("dt", {}, name), el("dd", {}, track ? bar(track, value) : null, text))));
}

/** What one of the same coalition says too is not said again. */
function saidBefore(of, id, text) {
  const coalition = side(of.id)?.coalition;
  if (!coalition || text.length < 12) return null;
  const all = table.now.view.sides;
  const other = all.slice(0, all.indexOf(of)).find(({ id: other, figures }) => side(other).coalition === coalition && figures.some(figure => figure.id === id && figure.text === text));
  return other && `as ${side(other.id).name}`;
}

function bar(track, value) {
  const cells = track.max - track.min + 1;
  if (cells > MOST || cells < 3) return null;
  const cell = (_, at) => el("i", { class: at + track.min === value ? "on" : at + track.min < value ? "below" : "" });
  return el("span", { class: "bar", "aria-hidden": "true" }, Array.from({ length: cells }, cell));
}
