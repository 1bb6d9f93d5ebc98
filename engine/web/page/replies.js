// Renders replies of the server as nodes.

import { el, svg, grid, list, counted } from "./dom.js";
import { table, isHost, headOf, inWords, nameOf, sideName, title } from "./view.js";
import { attributes, effect } from "./sides.js";
import { printed } from "./details.js";
import { event } from "./log.js";
import * as map from "./map.js";

/** The most entries of a list. */
const MOST_ROWS = 200;

const p = (text, attributes) => el("p", attributes, text);
const pre = text => (text ? [el("pre", {}, text)] : []);
const pairs = entries => el("dl", { class: "pairs" }, entries.map(([name, ...text]) => el("div", {}, el("dt", {}, name), el("dd", {}, text))));
const limited = (items, makeNode) => [makeNode(items.slice(0, MOST_ROWS)), items.length > MOST_ROWS && p(`… ${items.length - MOST_ROWS} more`)];

/** Renders the reply to a line as `{kind, title, nodes}`. */
export function render(reply, line) {
  const nodes = RENDERERS[reply.of]?.(reply) ?? pre(reply.text);
  return { kind: reply.of, title: headingOf(reply, line), nodes: nodes.flat().filter(Boolean) };
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
  const prefix = words.toLowerCase();
  const matching = choice.rows.filter(({ text }) => text.toLowerCase().startsWith(prefix));
  return [choice.text && p(choice.text), ...limited(matching, matches => grid(null, matches.map(({ text, shown = text, label }) => [el("code", {}, shown), label])))];
}

const standingRows = ({ name, actions, choice, failures }) => [el("h4", {}, `${name} may also`), ...(choice ? rows(choice) : [p(actions.map(headOf).join(", "))]), ...failures.map(text => p(text))];

/** Reasons, grouped by action, without repetitions. */
function reasons(allReasons) {
  const actions = new Set(allReasons.map(entry => entry.action ?? ""));
  const seen = new Set();
  return [...actions].flatMap(action => {
    const ofAction = allReasons.filter(entry => (entry.action ?? "") === action && !seen.has(key(entry)) && seen.add(key(entry)));
    const head = actions.size > 1 && ofAction.length ? [el("h4", {}, action ? headOf(action) : "This choice")] : [];
    return [...head, ...ofAction.map(reason)];
  });
}

const key = ({ action, of, says, rule, place }) => JSON.stringify([action, of, says, rule, place]);

/** A reason as a node. `of` says what the rule excludes: `not cuba`. */
const reason = ({ of, says, rule, title, place }) => el("p", {}, of ? el("b", {}, `${of}: `) : null, says, rule ? el("cite", {}, ` ${rule}${title ? `, ${title}` : ""}`) : null, placeOf(place));

/** A button with a place in a file, for the host. A click copies the place. */
const placeOf = place => place && isHost() && el("button", { type: "button", class: "place", title: "Copy", on: { click: () => navigator.clipboard?.writeText(place) } }, place);

const withRule = ({ says, rule }) => [says, rule && `[${rule}]`].filter(Boolean).join(" ");

// --- previews and odds

const change = part => (part.text !== undefined ? part.text : `${part.track.name} ${number(part.track.was)} → ${number(part.track.is)}`);
const number = ({ value, zone }) => (zone ? `${value} (${zone})` : String(value));

function continuation(then, isFinal) {
  const { is_open, is_alone } = table.now.view;
  const canUndo = is_open || is_alone;
  const ending = canUndo ? "." : ": this cannot be undone.";
  if (then === "pick") return `Chance picks${ending}`;
  if (then.asked) return `Then ${then.asked.name}: ${then.asked.choice.text}${isFinal && !canUndo ? " This cannot be undone." : ""}`;
  if (then.dice) return `Rolls ${then.dice.count === 1 ? "" : then.dice.count + " "}${then.dice.die}${ending}`;
  if (then.card) return `A card of ${then.card.pile} is turned${ending}`;
  if (then.over) return `The game is over: ${then.over}`;
  if (then.open) return `Then: ${then.open.next.slice(0, 12).join(", ")}`;
  return `Shows what was hidden${ending}`;
}

/** The effects of an answer, and how the game continues. */
export function forecast({ would, changed, ruled, told, then }, isFinal = false) {
  const answers = would.filter(answer => answer.side || answer.automatic).map(answer => `${answer.side ? answer.side + ": " : ""}${answer.label}`);
  const changes = changed.map(({ lead, parts }) => lead + parts.map(change).join(" · "));
  const discouraged = would.filter(answer => answer.unwise).map(answer => `Unwise: ${withRule(answer.unwise)}`);
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
    !isExact && drawn && p(`An estimate from ${counted(drawn, "sample")}.`),
    ...watches.map(watched),
    !watches.length && p("All results are the same."),
  ]);
}

function watched({ name, now, values, mean }) {
  const row = ({ value, share, low, high }) => [value, percent(share) + (low === undefined ? "" : ` (${percent(low)} to ${percent(high)})`), el("meter", { value: share, "aria-hidden": "true" })];
  const caption = [name, now === null ? "" : `, now ${now}`, mean === null ? "" : `, mean ${mean.toFixed(2)}`].join("");
  return el("section", {}, el("h4", {}, caption), grid(null, values.slice(0, MOST_ROWS).map(row)));
}

// --- the position

function show(shown) {
  const { view } = table.now;
  if (shown.notation) return pre(shown.notation);
  if (shown.groups) return shown.groups.flatMap(([group, spaces]) => [el("h4", {}, group.title), grid(null, spaces.map(([id, fields]) => [nameOf(id), map.contentsOf(id).join("; "), el("div", {}, ...printed(fields, isHost()))]))]);
  if (shown.thing) return thing(shown.thing);
  const subjects = selectKinds => [["Game", view.game], ...view.sides.map(side => [sideName(side.id), side])].flatMap(([name, subject]) => {
    const node = attributes({ id: subject.id, tracks: [], figures: [], facts: [], ...selectKinds(subject) }, "");
    return node ? [el("h4", {}, name), node] : [];
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

function thing({ thing: item, place, spaces }) {
  return [
    el("h4", {}, `${item.name || item.id}, ${inWords(item.is)}`),
    item.about && p(item.about),
    item.declared.length > 0 && pairs(item.declared),
    ...printed(item.printed, isHost()),
    ...(place ? [list([...map.contentsOf(place.id), ...place.says.map(valueText)]), place.next_to.length > 0 && p(`Next to ${place.next_to.map(nameOf).join(", ")}`)] : []),
    item.texts && p(item.texts.join(", ")),
    ...pre(item.lines?.join("\n")),
    spaces > 0 && p(`${counted(spaces, "space")} belong to the group of that name: show spaces ${item.id}`),
    ...(isHost() ? item.places.map(placeOf) : []),
  ];
}

/** A figure or fact of a place as text: `Toll gate`, `Worth: 7`. */
export const valueText = ({ title, text }) => (text ? `${title}: ${text}` : title);

// --- the summary

function totals({ name, deeds, pieces, tracks }) {
  const entries = [...deeds.map(({ what, times }) => [what, `${times} ×`]), ...pieces.map(({ name, came, went }) => [name, `+${came} −${went}`]), ...tracks.map(({ name, gained, lost }) => [name, `+${gained} −${lost}`])];
  return entries.length ? [el("h4", {}, name), pairs(entries)] : [];
}

function series({ name, whose, values }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const point = (value, index) => `${((index / Math.max(values.length - 1, 1)) * 100).toFixed(1)},${(19 - ((value - low) / (high - low || 1)) * 18).toFixed(1)}`;
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
