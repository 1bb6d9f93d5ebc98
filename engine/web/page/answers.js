// What may be answered: rows narrowed click by click, steppers for numbers, what would come of it, and why not.

import { $, el, button, announce, many, afterwards } from "./dom.js";
import { table, nameOf, headOf, sideName, isCard, isSpace, isSupply, cardOf, isDesk, answersFor, title } from "./view.js";
import * as choose from "./choose.js";
import * as map from "./map.js";
import { onCards } from "./cards.js";
import { read, shut, refresh, printed } from "./reading.js";
import { fetchFile } from "./desk.js";
import { event, answered } from "./log.js";

const FEW = 10; // as many answers are listed one by one; of more only the groups, but for small ones
const SMALL = 3;
const WAITING = { class: "rest prompted", tabindex: -1 }; // what has the focus while others answer
const UNWISE = "Legal, and hardly ever what one wants: computer players leave it alone.";

let wire, settings, shown;
const isNarrow = matchMedia("(max-width: 999px)");
/** Rows of the pending choice, and those that stand open besides. */
let rows = [], standing = [];
let picked = [];
/** Where a picked word was meant to stand, when rows have it in several columns: `[column, word]`. */
let pins = [];
/** What is ready to be done: `{line, label, foretold, confirm}`. */
let ready = null;
/** What was said to this reader: `{kind, title, parts}`. */
let told = null;
let more = null;
/** What is asked, what was said, what stands open besides. Of these the middle one stays, so that what it says is heard. */
const [asks, status, open] = [el("div"), el("div", { role: "status" }), el("div")];
let said = null;

/** `changedLine(text)` is told of the line as it is built. */
export function start(socket, options, changedLine) {
  wire = socket;
  settings = options;
  shown = changedLine;
  $("answers").append(asks, status, open);
  $("answers").addEventListener("keydown", stepped);
}

/** Whether the click under way is the second of a double click: it does not take back what the first did. */
let isSecond = false;
addEventListener("click", event => (isSecond = event.detail > 1), true);
addEventListener("keydown", () => (isSecond = false), true);

let asking = 0;
/** The event at which something was played of which the view is not drawn yet, and the event that is drawn. */
let awaited = null;
let drawn = null;

/** So long, in ms, until what is ready shows itself: mostly it is done before. */
const WAIT = 120;

async function ask(message) {
  asking += 1;
  busy();
  const late = setTimeout(render, WAIT);
  const reply = await wire.ask(message);
  clearTimeout(late);
  asking -= 1;
  if (reply.of === "played" && reply.answers?.length && drawn === message.at) awaited = message.at;
  busy();
  return reply;
}

const busy = () => $("answers").setAttribute("aria-busy", String(asking > 0 || awaited === drawn));

/** The side whose standing rows are narrowed, where it is not what is asked. */
let beside = null;

const pool = (held = picked) => choose.remaining(choose.pinned(beside ? standing.filter(row => row.side === beside) : rows, pins), held);

/** Holds these words, and what is said of where they stand as far as they still are held. */
function hold(words) {
  picked = words;
  pins = pins.filter(([, word]) => words.includes(word));
}

/** Takes up a new view. What was picked is kept as long as it is about the same choice. */
export function update(isSame) {
  const { view } = table.now;
  const choice = view.choice;
  const mine = choice && answersFor(choice.side) && !table.now.looking;
  rows = mine ? choose.prepare(choice.rows ?? [], "", isCard) : [];
  more = mine ? (choice.more ?? null) : null;
  const besides = table.now.looking ? [] : (view.standing ?? []);
  standing = besides.flatMap(({ side, rows }) => choose.prepare(rows ?? [], side === choice?.side ? "" : `${side}: `, isCard).map(row => ({ ...row, side })));
  if (!isSame) {
    hold([]);
    beside = ready = null;
    if (told?.passes && table.now.at !== told.until) told = null;
  }
  drawn = table.now.at;
  if (awaited !== drawn) awaited = null;
  const held = $("answers").contains(document.activeElement);
  render();
  busy();
  if (held && !isSame) afterwards(() => first()?.focus());
}

/** Where hands on the keyboard go on: what is ready, else the first answer, else the question. */
const first = () => ["button.go", ".ready .what", ".rows .row:not(.stepper), .rows .chip, .rows .take", ".prompted"].map(it => $("answers").querySelector(it)).find(Boolean);

export const focus = () => first()?.focus();

/** The words that a thing on the map or among the cards would add to those that are held; nothing where no answer holds them. */
function resolve(thing, held = picked) {
  if (more) return more.next.includes(thing.id) ? [thing.id] : null;
  const own = thing.of === "piece" ? [] : [choose.wordsOf(thing.id)];
  const all = pool(held);
  const open = choose.openWords(all, held);
  for (const word of thing.words ?? []) {
    if (thing.at && !held.includes(thing.at)) own.push([thing.at, word]);
    if (!held.includes(word) && isMeant(thing, word, all, held)) own.push([word]);
  }
  const fits = words => words.every(word => open.has(word)) && choose.remaining(all, held.concat(words)).length > 0;
  return own.find(words => words.length && fits(words)) ?? null;
}

/**
 * Whether the word of a piece, without its place, means that very piece: it lies where was chosen, or in the supply from which such
 * come, or nowhere else. Its like at another place is not meant.
 */
function isMeant({ at, of }, word, all, held) {
  if (!at || held.includes(at)) return true;
  const left = choose.remaining(all, held.concat(word));
  // Where each answer names a place with such a piece, it is that one that goes.
  if (of === "piece" && isSupply(word, at)) return !left.every(row => row.words.some(other => isSpace(other) && map.holds(other, word)));
  const names = () => [...choose.openWords(left, held)].some(isSpace);
  return !held.some(isSpace) && !names() && map.isOnlyAt(word, at);
}

/** What the map and the cards are to show of a thing. */
export function stateOf(thing) {
  if (thing.of !== "piece" && picked.includes(thing.id)) return "picked";
  if (thing.of === "piece") {
    const words = thing.words ?? [];
    if (words.some(word => picked.includes(word)) && (!thing.at || picked.includes(thing.at))) return "picked";
    // Where the place alone would do, the place is lit and not each piece on it.
    const found = resolve(thing);
    return found && found.some(word => words.includes(word)) ? "legal" : null;
  }
  return resolve(thing) ? "legal" : null;
}

/** A click on something: picks it, lets it go again, or asks why it may not be chosen. */
export function click(thing) {
  if (isSecond) return;
  const words = resolve(thing);
  if (words) return pick(words);
  if (thing.of !== "piece" && picked.includes(thing.id)) return letGo(thing.id);
  // What lies in a place that may be chosen does not stand in its way.
  if (thing.at) {
    const place = resolve({ of: "space", id: thing.at });
    if (place) return pick(place);
    if (picked.includes(thing.at)) return letGo(thing.at);
  }
  const other = instead(thing);
  if (other) {
    hold(other.held);
    return pick(other.words);
  }
  const asks = table.now.view.choice && (rows.length || more);
  // Where one part is shown at a time, the reason is; what lies there is read by a longer touch.
  if (!(asks && isNarrow.matches)) lookAt(thing);
  if (asks) return whyNot(thing);
}

/** What would be picked with a thing that may be chosen instead of what was: another place, another card. */
function instead(thing) {
  const alike = thing.of === "card" ? isCard : isSpace;
  const others = picked.flatMap((word, at) => (alike(word) ? [picked.filter((_, other) => other !== at)] : [])).reverse();
  for (const held of [...others, picked.filter(word => !alike(word)), []]) {
    const words = resolve(thing, held) ?? (thing.at && resolve({ of: "space", id: thing.at }, held));
    if (words && held.length < picked.length) return { held, words };
  }
  return null;
}

export function pick(words) {
  picked = picked.concat(words);
  narrowed();
}

/** Picks a group of rows by what all of them have in a column. Where the word is held already, for another column too, it is said that it is this one. */
function pickGroup(column, word, of) {
  if (choose.remaining(of, picked.concat(word)).length) return pick([word]);
  pins.push([column, word]);
  narrowed();
}

function narrowed() {
  ready = null;
  told = null;
  comeForward();
  if (more) return narrowFar();
  const left = pool();
  announce(`${picked.map(calledIn(left)).join(", ")} picked, ${many(left.length, "way")}`);
  if (left.length === 1) return prepare(left[0]);
  const held = $("answers").contains(document.activeElement);
  render();
  if (held) afterwards(() => first()?.focus());
}

function letGo(word) {
  const at = picked.lastIndexOf(word);
  pins = pins.filter(([, pinned]) => pinned !== word);
  hold(picked.slice(0, at).concat(picked.slice(at + 1)));
  ready = null;
  if (!picked.length) beside = null;
  render();
}

export function startOver() {
  const had = picked.length || ready || told;
  hold([]);
  beside = ready = told = null;
  if (more) more = table.now.view.choice.more;
  render();
  return Boolean(had);
}

/** What is typed narrows too, as far as it is whole words of rows. */
export function typed(text) {
  if (ready || more) return;
  const words = choose.wordsOf(text);
  pins = [];
  hold(words.length && choose.remaining(rows, words).length ? words : []);
  render(true);
}

/** Of more answers than are sent: the table says word by word what may follow. */
async function narrowFar() {
  const line = picked.join(" ");
  const asked = ask({ at: table.now.at, line: `preview ${line}` });
  render();
  const reply = await asked;
  if (line !== picked.join(" ")) return;
  const open = reply.foretold?.then?.open;
  if (open) {
    more = { n: 0, next: open.next };
    render();
  } else {
    settle({ line, label: line, words: picked }, reply);
  }
}

async function prepare(row) {
  ready = { line: row.line, label: row.label || row.text, row };
  const at = table.now.at;
  const reply = await ask({ at, line: `preview ${row.line}` });
  if (ready?.row === row && table.now.at === at) settle(ready, reply);
}

/** Does at once what can be taken back; asks before anything else. */
function settle(it, reply) {
  ready = it;
  ready.foretold = reply.foretold;
  ready.says = reply.foretold ? null : reply.text;
  ready.isFinal = reply.reveals === true;
  // What reveals nothing, and leaves it to the same person to go on, can be taken back.
  if (reply.reveals === false && !settings.confirm && !ready.row?.unwise) return play(ready.line);
  ready.confirm = true;
  render();
  afterwards(() => $("answers").querySelector("button.go")?.focus());
}

/** Enter, typed nowhere in particular: does what is ready, or takes the answer by default. */
export function enter() {
  if (ready) return doIt();
  const fallback = rows[table.now.view.choice?.default ?? -1];
  if (!fallback || picked.length) return false;
  take(fallback);
  return true;
}

function stepped(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const all = [...$("answers").querySelectorAll("button:not(:disabled, .step *)")];
  const held = document.activeElement;
  const at = all.indexOf(held.closest(".step") ? held.closest(".stepper").lastChild : held);
  if (!by || at < 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  all[Math.min(Math.max(at + by, 0), all.length - 1)].focus();
}

export const isReady = text => Boolean(ready?.confirm) && ready.line === text;

export function doIt() {
  if (!ready?.confirm) return false;
  play(ready.line);
  return true;
}

/** What is on its way: `{at, line, comes}`. */
let sent = null;

/** Sends a line, and shows what is said of it. What is said once more before it is answered is said once. */
export function play(line) {
  if (sent?.at === table.now.at && sent.line === line) return sent.comes;
  const mine = (sent = { at: table.now.at, line });
  return (mine.comes = plays(line).finally(() => {
    if (sent === mine) sent = null;
  }));
}

async function plays(line) {
  told = null;
  if (ready?.line !== line) ready = null;
  // What follows is what came since.
  answered();
  const at = table.now.at;
  const reply = await ask({ at, line });
  if (reply.of === "refused" || reply.of === "error" || reply.of === "lost") {
    ready = null;
    say(reply);
    // Of a line of several answers the first may stand: what is wrong with the rest is told also where the game is then.
    told.until = reply.at;
  } else if (reply.of !== "played") {
    say(reply, line);
  }
  return reply;
}

/** Where one part is shown at a time: this one, which lies above the typed line too. What was read lies over no place that may be chosen next; `keeps`: it is about this very thing. */
function comeForward(keeps = false) {
  if (!keeps || isNarrow.matches) shut();
  if (document.body.dataset.tab !== "line") document.body.dataset.tab = "answers";
}

/** Shows a reply: an answer to a question, a reason, a refusal. */
export function say(reply, line = "", keeps = false) {
  const kind = reply.of;
  if (kind === "download") fetchFile(reply);
  if (kind === "why") {
    told = { kind, title: line.startsWith("why not") ? "Why not" : "Why", parts: reasons(reply.reasons ?? []), text: reply.reasons?.length ? "" : reply.text };
  } else if (kind === "preview") {
    told = { kind, title: "What would come of it", parts: foretold(reply.foretold), text: reply.foretold ? "" : reply.text };
  } else if (kind === "refused" || kind === "error" || kind === "lost") {
    told = { kind: "no", title: "Not so", parts: [], text: reply.text, passes: true };
  } else if (reply.log) {
    told = { kind, title: line, parts: [el("ol", { class: "entries" }, reply.log.entries.flatMap(entry => event(entry, false, false)))], text: "" };
  } else if (reply.text) {
    told = { kind, title: line, parts: [], text: reply.text };
  }
  comeForward(keeps);
  render();
  afterwards(() => $("answers").querySelector(".told")?.scrollIntoView({ block: "nearest" }));
}

async function whyNot(thing) {
  // What lies at another place than the one chosen stands for that: its like may lie anywhere.
  const place = thing.at && !picked.includes(thing.at) && !(thing.of === "piece" && isSupply(thing.words?.[0], thing.at)) ? thing.at : null;
  const id = place ?? (thing.of === "piece" ? (thing.words?.[0] ?? thing.id) : thing.id);
  const line = ["why not", ...choose.built(pool(), picked), id].join(" ");
  say(await ask({ at: table.now.at, line }), line, true);
}

/** What something is: a card with all that it says, a place and what lies there. */
export async function lookAt(thing) {
  if (thing.of === "card") {
    const { name, notes = [], numbers = [], texts = [] } = cardOf(thing.id) ?? { name: nameOf(thing.id) };
    const { card } = table.hello.you.role === "watcher" ? {} : await ask({ at: table.now.at, line: `show card ${thing.id}` });
    if (card) return read(() => ({ title: card.name || name, nodes: printed(card.printed, isDesk()) }));
    return read(() => ({ title: name, list: [...notes, ...numbers], texts, nothing: "It says nothing else." }));
  }
  if (thing.of === "pile") return;
  const place = thing.at ?? (thing.of === "space" ? thing.id : null);
  if (place) readPlace(place);
  else if (thing.label) read(() => ({ title: thing.label }));
}

/** What lies at a place, and what `show` tells of it besides, of which who watches may not ask. */
function readPlace(place) {
  let more = null, at = null;
  const tell = reply => {
    more = reply.place;
    refresh();
  };
  read(() => {
    if (at !== (at = table.now.at) && table.hello.you.role !== "watcher") wire.ask({ at, line: `show space ${place}` }).then(tell);
    const { says = [], next_to = [], printed: fields = [] } = more ?? {};
    const list = says.filter(({ id }) => !map.isSigned(place, id)).map(({ title, text }) => (text ? `${title}: ${text}` : title));
    const near = next_to.length ? [el("p", {}, `Next to ${next_to.map(nameOf).join(", ")}`)] : [];
    return { title: nameOf(place), list: [...map.liesAt(place), ...list], nodes: [...near, ...printed(fields, isDesk())], nothing: "Nothing lies there." };
  });
}

/** Reasons, by the action of which each speaks where there are several; what is said twice is said once. */
function reasons(all) {
  const actions = new Set(all.map(it => it.action ?? ""));
  const said = new Set();
  return [...actions].flatMap(action => {
    const own = all.filter(it => (it.action ?? "") === action && !said.has(key(it)) && said.add(key(it)));
    const head = actions.size > 1 && own.length ? [el("h4", {}, action ? headOf(action) : "This choice")] : [];
    return [...head, ...own.map(reason)];
  });
}

const key = ({ action, of, says, rule, place }) => JSON.stringify([action, of, says, rule, place]);

/** `of`: of what it speaks, `not cuba`. */
function reason({ of, says, rule, title, place }) {
  const where = place && isDesk() && button(place, () => navigator.clipboard?.writeText(place), { class: "place", title: "Copy" });
  return el("p", {}, of ? el("b", {}, `${of}: `) : null, says, rule ? el("cite", {}, ` ${rule}${title ? `, ${title}` : ""}`) : null, where);
}

const part = of => (of.text !== undefined ? of.text : `${of.track.name} ${number(of.track.was)} → ${number(of.track.is)}`);
const number = of => (of.zone ? `${of.value} (${of.zone})` : String(of.value));

function onward(then, isFinal) {
  const { is_open, is_alone } = table.now.view;
  const isOpen = is_open || is_alone;
  const final = isOpen ? "." : ": this cannot be taken back.";
  if (then === "pick") return `Chance picks${final}`;
  if (then.asked) return `Then ${then.asked.name}: ${then.asked.choice.text}${isFinal && !isOpen ? " This cannot be taken back." : ""}`;
  if (then.dice) return `Rolls ${then.dice.count === 1 ? "" : then.dice.count + " "}${then.dice.die}${final}`;
  if (then.card) return `A card of ${then.card.pile} is turned${final}`;
  if (then.over) return `The game is over: ${then.over}`;
  if (then.open) return `Then: ${then.open.next.slice(0, 12).join(", ")}`;
  return `Shows what was hidden${final}`;
}

function foretold(of, isFinal = false) {
  if (!of) return [];
  const would = of.would.filter(would => would.side || would.automatic).map(would => `${would.side ? would.side + ": " : ""}${would.label}`);
  const changes = of.changed.map(change => change.lead + change.parts.map(part).join(" · "));
  const unwise = of.would.filter(would => would.unwise).map(({ unwise }) => `Unwise: ${[unwise.says, unwise.rule && `[${unwise.rule}]`].filter(Boolean).join(" ")}`);
  const lines = [...unwise, ...would, ...of.ruled, ...changes, ...(changes.length ? [] : of.told)];
  const most = 12 + of.ruled.length;
  return [
    lines.length ? el("ul", {}, lines.slice(0, most).map(line => el("li", {}, line)), lines.length > most ? el("li", {}, `… ${lines.length - most} more`) : null) : null,
    el("p", { class: "then" }, onward(of.then, isFinal)),
  ];
}

function render(isTyped = false) {
  const left = pool();
  const { view, looking } = table.now;
  const held = $("answers").contains(document.activeElement);
  const out = [];
  if (table.now.over) out.push(over(view));
  else if (looking) out.push(el("p", WAITING, "You are looking at an earlier event. Nothing can be answered here."));
  else if (beside) out.push(el("h2", { class: "prompted", tabindex: -1 }, `${sideName(beside)} may besides`, count(left)));
  else if (rows.length || more) out.push(el("h2", { class: "prompted", tabindex: -1 }, view.choice.text, count(left)));
  else if (view.choice) out.push(el("p", WAITING, `${sideName(view.choice.side)} is to answer: ${view.choice.text}`));
  if (picked.length) out.push(trail(left));
  if (ready) out.push(readyBox());
  else if (more) out.push(el("div", { class: "rows" }, more.next.map(word => chip(word, null))));
  else if (left.length) out.push(list(left, beside ? null : view.choice));
  asks.replaceChildren(...out);
  if (told !== said) status.replaceChildren(...((said = told) ? [toldBox()] : []));
  open.replaceChildren(...(standing.length && !picked.length ? [besides()] : []));
  if (held && !$("answers").contains(document.activeElement)) afterwards(() => first()?.focus({ preventScroll: true }));
  shown(ready ? ready.line : built(left), isTyped, Boolean(ready?.confirm));
  const strong = picked.length > 0;
  map.light(stateOf, strong, table.now.changed ?? [], new Set(view.choice?.about));
  onCards(stateOf, table.now.changed ?? []);
}

const built = left => choose.built(left, picked).join(" ") + (picked.length ? " " : "");

function count(left) {
  const n = more ? more.n : left.length;
  return n > 1 ? el("span", { class: "count" }, ` ${many(n, "way")}`) : null;
}

const calledIn = left => word => (left.every(row => row.words[0] === word) ? headOf : nameOf)(word);

function trail(left) {
  const called = calledIn(left);
  const words = choose.built(left, picked).filter(word => picked.includes(word)).map(word => button(`${called(word)} ×`, () => letGo(word), { class: "picked", "aria-label": `Let go of ${called(word)}` }));
  return el("div", { class: "trail" }, ...words, button("Clear", startOver, { class: "plain" }));
}

function list(left, choice) {
  const folds = choose.folded(left);
  const fallback = choice?.default;
  const isDefault = fold => fallback !== null && fallback !== undefined && !picked.length && fold.rows.some(row => row.at === fallback && !row.side);
  if (folds.length <= FEW) return el("div", { class: "rows" }, folds.map(fold => answer(fold, isDefault(fold))));
  const column = choose.nextColumn(left);
  const groups = [...choose.byColumn(left, column)];
  const most = groups.length > FEW ? 1 : SMALL;
  const made = groups.flatMap(([word, of]) => {
    const inner = choose.folded(of);
    return inner.length <= most ? inner.map(fold => answer(fold, isDefault(fold))) : [chip(word, of.length, () => pickGroup(column, word, of), column ? nameOf : headOf)];
  });
  return el("div", { class: "rows" }, made);
}

function chip(word, n, run = () => pick([word]), called = nameOf) {
  return button(called(word), run, { class: "chip", "data-word": word, "aria-label": n ? `${called(word)}, ${many(n, "way")}` : null, "data-n": n });
}

function answer(fold, isDefault) {
  const [row] = fold.rows;
  if (fold.columns.length) return stepper(fold);
  const attributes = { class: `row${row.unwise ? " unwise" : ""}`, "data-line": row.line, "aria-keyshortcuts": isDefault ? "Enter" : null };
  const label = title(row.label || row.text.replaceAll("-", " "));
  const node = button(label, () => take(row), attributes);
  if (isDefault) node.append(enterKey());
  if (row.unwise) node.append(el("small", { title: UNWISE }, " unwise"));
  return node;
}

function take(row) {
  pins = [];
  hold(row.words.slice());
  told = null;
  prepare(row);
}

/** Answers that differ in numbers: one line with a stepper for each of them. */
function stepper(fold) {
  let at = fold.rows[0];
  const id = `says ${fold.rows[0].line}`.replaceAll(" ", "-");
  const says = el("span", { class: "says", id, on: { click: () => take(at) } });
  const go = button("Choose", () => take(at), { class: "take", "data-lines": fold.rows.length });
  const fields = [];
  const set = row => {
    at = row;
    says.textContent = title(row.label || row.text);
    go.setAttribute("aria-label", `Choose ${says.textContent}`);
    fields.forEach(([column, field]) => (field.value = row.words[column]));
  };
  /** The row nearest to what is wanted: this number here, all numbers before it as they are. */
  const seek = (column, step, wanted) => {
    const before = fold.columns.filter(other => other < column);
    const alike = fold.rows.filter(row => before.every(other => row.words[other] === at.words[other]));
    const numbers = [...new Set(alike.map(row => Number(row.words[column])))].sort((a, b) => a - b);
    const now = numbers.indexOf(Number(at.words[column]));
    const next = step ? numbers[Math.min(Math.max(now + step, 0), numbers.length - 1)] : numbers.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
    set(alike.find(row => Number(row.words[column]) === next));
    announce(says.textContent);
  };
  const steps = fold.columns.map(column => {
    const field = el("input", { type: "text", name: "amount", inputmode: "numeric", "aria-label": "How many", size: 3 });
    field.addEventListener("change", () => seek(column, 0, Number(field.value) || 0));
    field.addEventListener("keydown", event => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (step) seek(column, step);
      if (event.key === "Enter") {
        seek(column, 0, Number(field.value) || 0);
        take(at);
      }
      if (step || event.key === "Enter") event.preventDefault();
    });
    fields.push([column, field]);
    return el("span", { class: "step" }, button("−", () => seek(column, -1), { "aria-label": "Fewer" }), field, button("+", () => seek(column, 1), { "aria-label": "More" }));
  });
  const node = el("div", { class: "row stepper", role: "group", "aria-labelledby": id }, says, ...steps, go);
  set(at);
  return node;
}

const enterKey = () => el("kbd", { "aria-hidden": "true" }, "Enter");

function readyBox() {
  const box = el("div", { class: "ready" }, el("p", { class: "what", tabindex: -1 }, title(ready.label)));
  if (!ready.confirm) return box;
  box.append(el("div", { id: "foretold" }, ...foretold(ready.foretold, ready.isFinal), ready.says && el("p", {}, ready.says)));
  const go = button("Do it", doIt, { class: "go", "aria-keyshortcuts": "Enter", "aria-describedby": "foretold" });
  go.append(enterKey());
  box.append(el("p", { class: "choices" }, go, button("Not that", startOver, { class: "plain" })));
  return box;
}

function toldBox() {
  const close = button("×", () => ((told = null), render()), { class: "close", "aria-label": "Close" });
  const body = told.text ? el("pre", {}, told.text) : null;
  return el("div", { class: `told ${told.kind}` }, close, el("h3", {}, told.title), body, ...told.parts.filter(Boolean));
}

function besides() {
  const of = ([side, rows]) => {
    const go = word => {
      beside = side;
      pick([word]);
    };
    const chips = [...choose.byColumn(rows, 0)].map(([word, alike]) => chip(word, alike.length, () => go(word), headOf));
    return [el("h3", {}, `${isDesk() ? sideName(side) : "You"} may besides`), el("div", { class: "rows" }, chips)];
  };
  const sides = new Map();
  for (const row of standing) sides.set(row.side, [...(sides.get(row.side) ?? []), row]);
  return el("div", { class: "besides" }, [...sides].flatMap(of));
}

function over(view) {
  const places = (view.places ?? []).map(place => el("li", {}, place.sides.map(sideName).join(", "), place.number === undefined ? null : el("b", {}, ` ${place.number}`)));
  return el("div", { class: "over" }, el("h2", { class: "prompted", tabindex: -1 }, "The game is over"), el("p", {}, table.now.over), places.length ? el("ol", {}, places) : null);
}
