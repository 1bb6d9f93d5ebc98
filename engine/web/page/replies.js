// Renders replies of the server as nodes.

import { el, svg, grid, list, many } from "./dom.js";
import { table, isHost, headOf, inWords, nameOf, sideName, title } from "./view.js";
import { attributes, effect } from "./sides.js";
import { printed } from "./details.js";
import { event } from "./log.js";
import * as map from "./map.js";

/** The most rows of a list. */
const MOST = 200;

const p = (text, attributes) => el("p", attributes, text);
const pre = text => (text ? [el("pre", {}, text)] : []);
const pairs = all => el("dl", { class: "pairs" }, all.map(([name, ...text]) => el("div", {}, el("dt", {}, name), el("dd", {}, text))));
const limited = (items, made) => [made(items.slice(0, MOST)), items.length > MOST && p(`… ${items.length - MOST} more`)];

/** A reply as `{kind, title, nodes}`. `line` is the line that it answers. */
export function render(reply, line) {
  const made = RENDERERS[reply.of]?.(reply) ?? pre(reply.text);
  return { kind: reply.of, title: headingOf(reply, line), nodes: made.flat().filter(Boolean) };
}

function headingOf({ of }, line) {
  if (of === "why") return line.startsWith("why not") ? "Why not" : "Why";
  if (of === "preview") return "Preview";
  return ["refused", "error", "lost"].includes(of) ? "Not done" : line;
}

const RENDERERS = {
  played: ({ open, text }) => pre(open?.text ?? text),
  moved: ({ text, dice }) => [p(text), dice && p(`Forced rolls wait again: ${dice.outcomes.join(" ")}`)],
  log: ({ log }) => [el("ol", { class: "entries" }, log.flatMap(entry => event(entry, false, false)))],
  rows: ({ choice, words, then, standing }) => [...(choice ? rows(choice, words) : []), then.length > 0 && p(`Then: ${then.join(", ")}`), ...standing.flatMap(standingRows)],
  next: ({ words, whole }) => [whole && p(`→ ${whole}`), words.length > 0 && p(words.join(", "))],
  why: ({ reasons: all, text, place, unwise = [] }) => [
    ...(all.length ? reasons(all) : [p(text, { class: "lines" }), placeOf(place)]),
    ...unwise.map(({ row, why, place }) => el("p", {}, el("b", {}, `Unwise, ${row}: `), withRule(why), placeOf(place))),
  ],
  preview: ({ foretold, text, longer, odds }) => [...(foretold ? forecast(foretold) : pre(text)), longer && p(`With the default: ${longer}`), ...(odds ? oddsOf(odds) : [])],
  odds: oddsOf,
  show: ({ shown }) => show(shown),
  summary: ({ summary }) => [...summary.sides.flatMap(totals), summary.courses.length > 0 && grid(["", "", summary.by_event ? "by event" : "by heading", ""], summary.courses.map(series))],
  notes: ({ notes, text }) => (notes.length ? [grid(null, notes.map(noted))] : [p(text)]),
  help: ({ commands, is_one: isOne }) => [pairs(commands.map(({ name, args, summary }) => [el("code", {}, `${name} ${args}`.trim()), summary])), ...(isOne ? [p(commands[0].details), commands[0].example && p(`For example: ${commands[0].example}`)] : [])],
  file: ({ name }) => [p(`${name} is ready. It can be fetched once, within a minute.`)],
  confirm: ({ text }) => [p(`${title(text)}.`)],
};

const noted = ({ event, text, notes, here }) => [String(event), text ?? "the start", notes.join(" / "), here ? "" : "on another branch"];

// --- rows and reasons

function rows(choice, words = "") {
  const begin = words.toLowerCase();
  const all = choice.rows.filter(({ text }) => text.toLowerCase().startsWith(begin));
  return [choice.text && p(choice.text), ...limited(all, some => grid(null, some.map(({ text, label }) => [el("code", {}, text), label])))];
}

const standingRows = ({ name, actions, choice, failures }) => [el("h4", {}, `${name} may also`), ...(choice ? rows(choice) : [p(actions.map(headOf).join(", "))]), ...failures.map(text => p(text))];

/** Reasons, grouped by action, without repetitions. */
function reasons(all) {
  const actions = new Set(all.map(it => it.action ?? ""));
  const seen = new Set();
  return [...actions].flatMap(action => {
    const own = all.filter(it => (it.action ?? "") === action && !seen.has(key(it)) && seen.add(key(it)));
    const head = actions.size > 1 && own.length ? [el("h4", {}, action ? headOf(action) : "This choice")] : [];
    return [...head, ...own.map(reason)];
  });
}

const key = ({ action, of, says, rule, place }) => JSON.stringify([action, of, says, rule, place]);

/** `of`: what the rule excludes, such as `not cuba`. */
const reason = ({ of, says, rule, title, place }) => el("p", {}, of ? el("b", {}, `${of}: `) : null, says, rule ? el("cite", {}, ` ${rule}${title ? `, ${title}` : ""}`) : null, placeOf(place));

/** A place in a file, for the host: a click copies it. */
const placeOf = place => place && isHost() && el("button", { type: "button", class: "place", title: "Copy", on: { click: () => navigator.clipboard?.writeText(place) } }, place);

const withRule = ({ says, rule }) => [says, rule && `[${rule}]`].filter(Boolean).join(" ");

// --- previews and odds

const change = part => (part.text !== undefined ? part.text : `${part.track.name} ${number(part.track.was)} → ${number(part.track.is)}`);
const number = ({ value, zone }) => (zone ? `${value} (${zone})` : String(value));

function continuation(then, isFinal) {
  const { is_open, is_alone } = table.now.view;
  const canUndo = is_open || is_alone;
  const end = canUndo ? "." : ": this cannot be undone.";
  if (then === "pick") return `Chance picks${end}`;
  if (then.asked) return `Then ${then.asked.name}: ${then.asked.choice.text}${isFinal && !canUndo ? " This cannot be undone." : ""}`;
  if (then.dice) return `Rolls ${then.dice.count === 1 ? "" : then.dice.count + " "}${then.dice.die}${end}`;
  if (then.card) return `A card of ${then.card.pile} is turned${end}`;
  if (then.over) return `The game is over: ${then.over}`;
  if (then.open) return `Then: ${then.open.next.slice(0, 12).join(", ")}`;
  return `Shows what was hidden${end}`;
}

/** The effects of an answer, and how the game continues. */
export function forecast({ would, changed, ruled, told, then }, isFinal = false) {
  const answers = would.filter(it => it.side || it.automatic).map(it => `${it.side ? it.side + ": " : ""}${it.label}`);
  const changes = changed.map(({ lead, parts }) => lead + parts.map(change).join(" · "));
  const discouraged = would.filter(it => it.unwise).map(it => `Unwise: ${withRule(it.unwise)}`);
  const lines = [...discouraged, ...answers, ...ruled, ...changes, ...(changes.length ? [] : told)];
  const most = 12 + ruled.length;
  const more = lines.length > most ? [`… ${lines.length - most} more`] : [];
  return [lines.length ? list([...lines.slice(0, most), ...more]) : null, p(continuation(then, isFinal), { class: "then" })];
}

const percent = share => `${(share * 100).toFixed(1)} %`;

export function oddsOf({ lines }) {
  return lines.flatMap(({ line, by_chance: hasChance, gone_through: isExact, drawn, positions, watches }) => [
    lines.length > 1 && el("h4", {}, line),
    !hasChance && p("No chance is involved."),
    positions && p(`Over ${positions} positions that you cannot tell apart.`),
    !isExact && drawn && p(`An estimate from ${many(drawn, "sample")}.`),
    ...watches.map(watched),
    !watches.length && p("All results are the same."),
  ]);
}

function watched({ name, now, values, mean }) {
  const row = ({ value, share, low, high }) => [value, percent(share) + (low === undefined ? "" : ` (${percent(low)} to ${percent(high)})`), el("meter", { value: share, "aria-hidden": "true" })];
  const caption = [name, now === null ? "" : `, now ${now}`, mean === null ? "" : `, mean ${mean.toFixed(2)}`].join("");
  return el("section", {}, el("h4", {}, caption), grid(null, values.slice(0, MOST).map(row)));
}

// --- the position

function show(shown) {
  const { view } = table.now;
  if (shown.notation) return pre(shown.notation);
  if (shown.groups) return shown.groups.flatMap(([group, spaces]) => [el("h4", {}, group.title), grid(null, spaces.map(([id, fields]) => [nameOf(id), map.contentsOf(id).join("; "), el("div", {}, ...printed(fields, isHost()))]))]);
  if (shown.thing) return thing(shown.thing);
  const subjects = only => [["Game", view.game], ...view.sides.map(side => [sideName(side.id), side])].flatMap(([name, of]) => {
    const made = attributes({ id: of.id, tracks: [], figures: [], facts: [], ...only(of) }, "");
    return made ? [el("h4", {}, name), made] : [];
  });
  const piles = () => [grid(null, view.piles.map(({ name, count, cards }) => [name, String(count), cards.map(card => card.name).join(", ")]))];
  const parts = {
    board: () => [grid(null, table.hello.legend.spaces.map(([id]) => [nameOf(id), map.contentsOf(id).join("; ")]))],
    tracks: () => subjects(({ tracks }) => ({ tracks })),
    facts: () => subjects(({ facts }) => ({ facts })),
    cards: piles,
    hands: piles,
    effects: () => (view.effects?.length ? [list(view.effects.map(effect))] : [p("No effects are active.")]),
    options: () => (view.options ? [pairs(view.options.map(([id, value]) => [inWords(id), value]))] : [p("All options have their defaults.")]),
  };
  return parts[shown]?.() ?? [p("This page shows it.")];
}

function thing({ thing: it, place, spaces }) {
  return [
    el("h4", {}, `${it.name || it.id}, ${inWords(it.is)}`),
    it.about && p(it.about),
    it.declared.length > 0 && pairs(it.declared),
    ...printed(it.printed, isHost()),
    ...(place ? [list([...map.contentsOf(place.id), ...place.says.map(said)]), place.next_to.length > 0 && p(`Next to ${place.next_to.map(nameOf).join(", ")}`)] : []),
    it.texts && p(it.texts.join(", ")),
    ...pre(it.lines?.join("\n")),
    spaces > 0 && p(`${many(spaces, "space")} belong to the group of that name: show spaces ${it.id}`),
    ...(isHost() ? it.places.map(placeOf) : []),
  ];
}

/** A figure or fact of a place: `Toll gate`, `Worth: 7`. */
export const said = ({ title, text }) => (text ? `${title}: ${text}` : title);

// --- the summary

function totals({ name, deeds, pieces, tracks }) {
  const parts = [...deeds.map(it => [it.what, `${it.times} ×`]), ...pieces.map(it => [it.name, `+${it.came} −${it.went}`]), ...tracks.map(it => [it.name, `+${it.gained} −${it.lost}`])];
  return parts.length ? [el("h4", {}, name), pairs(parts)] : [];
}

function series({ name, whose, values }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const point = (value, at) => `${((at / Math.max(values.length - 1, 1)) * 100).toFixed(1)},${(19 - ((value - low) / (high - low || 1)) * 18).toFixed(1)}`;
  const chart = svg("svg", { class: "chart", viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("polyline", { points: values.map(point).join(" ") }));
  return [name, whose, chart, `${values[0]} → ${values.at(-1)} (${low} to ${high})`];
}

/** Saves the file that a reply offers. */
export function download({ of, path }) {
  if (of !== "file" || !path) return;
  const link = el("a", { href: path, download: true });
  document.body.append(link);
  link.click();
  link.remove();
}
