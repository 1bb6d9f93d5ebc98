// The page's section with the answers. A click on a thing or an answer narrows the rows. The section also shows number
// fields, previews and the server's replies.

import { $, el, button, announce, counted, afterwards } from "./dom.js";
import { table, nameOf, headOf, sideName, isCard, isSpace, isSupply, cardOf, isHost, isSpectator, actionOf, answersFor, title } from "./view.js";
import * as filter from "./row_filter.js";
import * as map from "./map.js";
import * as cards from "./cards.js";
import * as details from "./details.js";
import * as replay from "./replay.js";
import { render as renderReply, forecast, oddsOf, valueText, download } from "./replies.js";
import { answered, showBranches } from "./log.js";

const MOST_LISTED = 10; // more answers are shown as groups
const SMALL_GROUP = 3; // groups up to this size are listed
const WAITING = { class: "rest prompt", tabindex: -1 }; // attributes of the text that has the focus while others answer
const DISCOURAGED = "Legal, and nearly always a mistake: computer players avoid it.";

let connection, settings, showLine;
const isNarrow = matchMedia("(max-width: 999px)");
/** Rows of the pending choice, and of standing actions. */
let rows = [], standing = [];
let picked = [];
/** Picked words that must be in one column, if rows have them in several: `[column, word]`. */
let pins = [];
/** The answer that the page previews or that waits for confirmation: `{line, label, forecast, confirm}`. */
let ready = null;
/** The message below the answers: `{kind, title, nodes}`. */
let message = null;
/** Replaces `rows` if there are too many: `{n, next}`, the number of rows and the next words. */
let more = null;
/** The question, the message and the standing actions. The nodes stay, so that screen readers announce messages. */
const [question, status, standingBox] = [el("div"), el("div", { role: "status" }), el("div")];
let drawnMessage = null;

/** Each change of the line that clicks build calls `lineChanged(text, isTyped, isReady)`. */
export function start(socket, options, lineChanged) {
  connection = socket;
  settings = options;
  showLine = lineChanged;
  $("answers").append(question, status, standingBox);
  $("answers").addEventListener("keydown", arrowPressed);
}

/** Whether the current click is the second of a double click. The second click must not undo the first. */
let isSecondClick = false;
addEventListener("click", event => (isSecondClick = event.detail > 1), true);
addEventListener("keydown", () => (isSecondClick = false), true);

let requests = 0;
/** The event at which the viewer gave an answer, until the view after the answer comes. */
let awaitedEvent = null;
/** The event that the page shows. */
let drawnEvent = null;

/** Milliseconds before the page shows that it waits. */
const WAIT = 120;

async function ask(message) {
  requests += 1;
  showBusy();
  const late = setTimeout(render, WAIT);
  const reply = await connection.ask(message);
  clearTimeout(late);
  requests -= 1;
  if (reply.of === "played" && reply.answers.length && drawnEvent === message.at) awaitedEvent = message.at;
  showBusy();
  return reply;
}

const showBusy = () => $("answers").setAttribute("aria-busy", String(requests > 0 || awaitedEvent === drawnEvent));

/** If set, clicks narrow the standing actions of this side, and not the rows of the pending choice. */
let standingSide = null;

const remaining = (words = picked) => filter.remaining(filter.pinned(standingSide ? standing.filter(row => row.side === standingSide) : rows, pins), words);

/** Sets the picked words, and drops the pins of all other words. */
function setPicked(words) {
  picked = words;
  pins = pins.filter(([, word]) => words.includes(word));
}

/** Takes a new view. If the choice is the same (`isSame`), the picked words stay. */
export function update(isSame) {
  const { view } = table.now;
  const choice = view.choice;
  const isOwn = choice && answersFor(choice.side) && !table.now.looking;
  rows = isOwn ? filter.prepare(choice.rows ?? [], "", isCard) : [];
  more = isOwn ? (choice.more ?? null) : null;
  const allStanding = table.now.looking ? [] : (view.standing ?? []);
  standing = allStanding.flatMap(({ side, rows }) => filter.prepare(rows ?? [], side === choice?.side ? "" : `${side}: `, isCard).map(row => ({ ...row, side })));
  if (!isSame) {
    setPicked([]);
    standingSide = ready = null;
    if (message?.isRefusal && table.now.at !== message.until) message = null;
  }
  drawnEvent = table.now.at;
  if (awaitedEvent !== drawnEvent) awaitedEvent = null;
  const hadFocus = $("answers").contains(document.activeElement);
  render();
  showBusy();
  if (hadFocus && !isSame) afterwards(focus);
}

/** The node that gets the focus: the confirmation, or else the first answer, or else the question. */
const focusTarget = () => ["button.go", ".ready .what", ".rows .row:not(.stepper), .rows .chip, .rows .take", ".prompt"].map(selector => $("answers").querySelector(selector)).find(Boolean);

export const focus = () => focusTarget()?.focus();

/** The words that a thing would add to the picked ones, or null if no row has them. */
function resolve(thing, words = picked) {
  if (more) return more.next.includes(thing.id) ? [thing.id] : null;
  const candidates = thing.of === "piece" ? [] : [filter.wordsOf(thing.id)];
  if (thing.of === "card" && !words.length) candidates.push([actionOf(thing.id)]);
  const matching = remaining(words);
  const open = filter.openWords(matching, words);
  for (const word of thing.words ?? []) {
    if (thing.at && !words.includes(thing.at)) candidates.push([thing.at, word]);
    if (!words.includes(word) && isMeant(thing, word, matching, words)) candidates.push([word]);
  }
  const fits = added => added.every(word => open.has(word)) && filter.remaining(matching, words.concat(added)).length > 0;
  return candidates.find(added => added.length && fits(added)) ?? null;
}

/**
 * Whether the word of a piece, without a place, means this piece: the piece is at a picked place or in the supply that the
 * rows use, or no other place has such pieces.
 */
function isMeant({ at, of }, word, rows, words) {
  if (!at || words.includes(at)) return true;
  const left = filter.remaining(rows, words.concat(word));
  // If every row names a place that has such a piece, the rows do not mean the supply.
  if (of === "piece" && isSupply(word, at)) return !left.every(row => row.words.some(other => isSpace(other) && map.holds(other, word)));
  const namesPlaces = () => [...filter.openWords(left, words)].some(isSpace);
  return !words.some(isSpace) && !namesPlaces() && map.isOnlyAt(word, at);
}

/** Whether a thing on the map or a card is `picked` or `legal`. */
export function stateOf(thing) {
  if (thing.of !== "piece" && picked.includes(thing.id)) return "picked";
  if (thing.of === "piece") {
    const words = thing.words ?? [];
    if (words.some(word => picked.includes(word)) && (!thing.at || picked.includes(thing.at))) return "picked";
    // If the place alone is enough, the place is marked and not its pieces.
    const added = resolve(thing);
    return added && added.some(word => words.includes(word)) ? "legal" : null;
  }
  return resolve(thing) ? "legal" : null;
}

/** Handles a click on a thing: picks the thing, unpicks it, or asks why it may not be chosen. */
export function click(thing) {
  if (isSecondClick) return;
  const words = resolve(thing);
  if (words) return pick(words);
  if (thing.of !== "piece" && picked.includes(thing.id)) return unpick(thing.id);
  // A click on a piece may mean its place.
  if (thing.at) {
    const place = resolve({ of: "space", id: thing.at });
    if (place) return pick(place);
    if (picked.includes(thing.at)) return unpick(thing.at);
  }
  const other = replacement(thing);
  if (other) {
    setPicked(other.kept);
    return pick(other.words);
  }
  const canAnswer = table.now.view.choice && (rows.length || more);
  // A narrow screen has no room for both the reason and the details. There, a long touch shows the details.
  if (!(canAnswer && isNarrow.matches)) showDetails(thing);
  if (canAnswer) return whyNot(thing);
}

/** Returns the words to keep and the words to add if a thing can replace picked words, as one place replaces another. */
function replacement(thing) {
  const isAlike = thing.of === "card" ? isCard : isSpace;
  const withoutOne = picked.flatMap((word, index) => (isAlike(word) ? [picked.filter((_, other) => other !== index)] : [])).reverse();
  for (const kept of [...withoutOne, picked.filter(word => !isAlike(word)), []]) {
    const words = resolve(thing, kept) ?? (thing.at && resolve({ of: "space", id: thing.at }, kept));
    if (words && kept.length < picked.length) return { kept, words };
  }
  return null;
}

export function pick(words) {
  picked = picked.concat(words);
  narrowed();
}

/** Picks a group of rows by their word in a column. If the word is picked already, pins it to this column. */
function pickGroup(column, word, group) {
  if (filter.remaining(group, picked.concat(word)).length) return pick([word]);
  pins.push([column, word]);
  narrowed();
}

function narrowed() {
  ready = null;
  message = null;
  showAnswers();
  if (more) return narrowMany();
  const left = remaining();
  announce(`${picked.map(namerFor(left)).join(", ")} picked, ${counted(left.length, "way")}`);
  if (left.length === 1 && !left[0].text.match(filter.RANGE)) return prepare(left[0]);
  const hadFocus = $("answers").contains(document.activeElement);
  render();
  if (hadFocus) afterwards(focus);
}

function unpick(word) {
  const index = picked.lastIndexOf(word);
  pins = pins.filter(([, pinned]) => pinned !== word);
  setPicked(picked.slice(0, index).concat(picked.slice(index + 1)));
  ready = null;
  if (!picked.length) standingSide = null;
  render();
}

export function startOver() {
  const hadAnything = picked.length || ready || message;
  setPicked([]);
  standingSide = ready = message = null;
  if (more) more = table.now.view.choice.more;
  render();
  return Boolean(hadAnything);
}

/** Narrows by the whole words that the viewer has typed. */
export function typed(text) {
  if (ready || more) return;
  const words = filter.wordsOf(text);
  pins = [];
  setPicked(words.length && filter.remaining(rows, words).length ? words : []);
  render(true);
}

/** Asks the server which words may follow, for a choice with too many rows. */
async function narrowMany() {
  const line = picked.join(" ");
  const request = ask({ at: table.now.at, line: `preview ${line}` });
  render();
  const reply = await request;
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

/** Plays an answer. First asks for confirmation if it cannot be undone or is discouraged, or if a setting says so. */
function settle(answer, { foretold, odds, text, reveals }) {
  ready = answer;
  Object.assign(ready, { forecast: foretold, odds, problem: foretold ? null : text, isFinal: reveals === true });
  if (reveals === false && !settings.confirm && !ready.row?.discouraged) return play(ready.line);
  ready.confirm = true;
  render();
  afterwards(() => $("answers").querySelector("button.go")?.focus());
}

/** Handles Enter: confirms the answer, or takes the default row. */
export function enter() {
  if (ready) return confirm();
  const fallback = rows[table.now.view.choice?.default ?? -1];
  if (!fallback || picked.length) return false;
  take(fallback);
  return true;
}

function arrowPressed(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...$("answers").querySelectorAll("button:not(:disabled, .step *)")];
  const focused = document.activeElement;
  const index = buttons.indexOf(focused.closest(".step") ? focused.closest(".stepper").lastChild : focused);
  if (!step || index < 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  buttons[Math.min(Math.max(index + step, 0), buttons.length - 1)].focus();
}

export const isReady = text => Boolean(ready?.confirm) && ready.line === text;

export function confirm() {
  if (!ready?.confirm) return false;
  play(ready.line);
  return true;
}

/** The line under way: `{at, line, reply}`. */
let sent = null;

/** Sends a line and shows the reply. A line that is sent twice at one event counts once. */
export function play(line) {
  if (sent?.at === table.now.at && sent.line === line) return sent.reply;
  const request = (sent = { at: table.now.at, line });
  return (request.reply = playOnce(line).finally(() => {
    if (sent === request) sent = null;
  }));
}

async function playOnce(line) {
  message = null;
  if (ready?.line !== line) ready = null;
  answered();
  // While the page shows an earlier event, a line is still for the current event of the game.
  const at = table.now.looking ? table.log.at(-1).event : table.now.at;
  const reply = await ask({ at, line });
  const isRefusal = ["refused", "error", "lost"].includes(reply.of);
  if (isRefusal) ready = null;
  if (reply.of === "played" ? reply.open : reply.of !== "moved" || reply.dice) show(reply, line);
  // The page shows the refusal while the game is at this event. It comes after the answers of the line that were played.
  if (isRefusal) message.until = reply.at;
  return reply;
}

/** Shows the answers on a narrow screen. Closes the details, unless `keepDetails` is true on a wide screen. */
function showAnswers(keepDetails = false) {
  if (!keepDetails || isNarrow.matches) details.close();
  if (document.body.dataset.tab !== "line") document.body.dataset.tab = "answers";
}

/** Shows a reply below the answers. */
export function show(reply, line = "", keepDetails = false) {
  download(reply);
  if (reply.of === "look-at") return replay.lookAt(reply.event);
  if (reply.of === "branches") return showBranches();
  message = renderReply(reply, line);
  message.isRefusal = ["refused", "error", "lost"].includes(reply.of);
  if (reply.of === "confirm") message.nodes.push(el("p", { class: "choices" }, button("Yes", () => play(reply.line), { "data-line": reply.line }), button("No", startOver, { class: "plain" })));
  showAnswers(keepDetails);
  render();
  afterwards(() => $("answers").querySelector(".message")?.scrollIntoView({ block: "nearest" }));
}

async function whyNot(thing) {
  // A thing at a place that is not picked stands for its place.
  const place = thing.at && !picked.includes(thing.at) && !(thing.of === "piece" && isSupply(thing.words?.[0], thing.at)) ? thing.at : null;
  const id = place ?? (thing.of === "piece" ? (thing.words?.[0] ?? thing.id) : thing.id);
  const left = remaining();
  if (picked.length && left.some(row => row.words[0] !== left[0].words[0])) {
    // The reason depends on the action, which is not chosen yet.
    message = { kind: "why", title: "Not yet", nodes: [el("p", {}, `First choose what to do with ${nameOf(picked.at(-1))}.`)] };
    return render();
  }
  const line = ["why not", ...filter.built(left, picked), id].join(" ");
  show(await ask({ at: table.now.at, line }), line, true);
}

/** Opens the details of a card or a place. */
export async function showDetails(thing) {
  if (thing.of === "card") {
    const { name, notes = [], numbers = [], texts = [] } = cardOf(thing.id) ?? { name: nameOf(thing.id) };
    const reply = isSpectator() ? {} : await ask({ at: table.now.at, line: `show card ${thing.id}` });
    const card = reply.shown?.thing?.thing;
    if (card) return details.open(() => ({ title: card.name || name, nodes: details.printed(card.printed, isHost()) }));
    return details.open(() => ({ title: name, list: [...notes, ...numbers], texts, ifEmpty: "Nothing else is printed on it." }));
  }
  if (thing.of === "pile") return;
  const place = thing.at ?? (thing.of === "space" ? thing.id : null);
  if (place) showPlace(place);
  else if (thing.label) details.open(() => ({ title: thing.label }));
}

/** Opens the details of a place, with the reply to `show space`. Spectators may not use `show`. */
function showPlace(place) {
  let placeDetails = null, at = null;
  const takeDetails = reply => {
    placeDetails = reply.shown?.thing?.place;
    details.refresh();
  };
  details.open(() => {
    if (at !== (at = table.now.at) && !isSpectator()) connection.ask({ at, line: `show space ${place}` }).then(takeDetails);
    const { says = [], next_to = [], printed = [] } = placeDetails ?? {};
    const values = says.filter(({ id }) => !map.hasSign(place, id)).map(valueText);
    const neighbours = next_to.length ? [el("p", {}, `Next to ${next_to.map(nameOf).join(", ")}`)] : [];
    return { title: nameOf(place), list: [...map.contentsOf(place), ...values], nodes: [...neighbours, ...details.printed(printed, isHost())], ifEmpty: "Nothing is there." };
  });
}

// --- drawing

function render(isTyped = false) {
  const left = remaining();
  const { view, looking } = table.now;
  const hadFocus = $("answers").contains(document.activeElement);
  const heading = text => el("h2", { class: "prompt", tabindex: -1 }, text, count(left));
  const out = [];
  if (table.now.over) out.push(result(view));
  else if (looking) out.push(el("p", WAITING, "You are looking at an earlier event. Nothing can be answered here."));
  else if (standingSide) out.push(heading(`${sideName(standingSide)} may also`));
  else if (rows.length || more) out.push(heading(view.choice.text));
  else if (view.choice) out.push(el("p", WAITING, `${sideName(view.choice.side)} is to answer: ${view.choice.text}`));
  if (picked.length) out.push(pickedWords(left));
  if (ready) out.push(readyBox());
  else if (more) out.push(el("div", { class: "rows" }, more.next.map(word => (word.match(filter.RANGE) ? amountFields({ line: picked.concat(word).join(" "), words: picked }) : chip(word, null)))));
  else if (left.length) out.push(rowList(left, standingSide ? null : view.choice));
  question.replaceChildren(...out);
  if (message !== drawnMessage) status.replaceChildren(...((drawnMessage = message) ? [messageBox()] : []));
  standingBox.replaceChildren(...(standing.length && !picked.length ? [standingActions()] : []));
  if (hadFocus && !$("answers").contains(document.activeElement)) afterwards(() => focusTarget()?.focus({ preventScroll: true }));
  showLine(ready ? ready.line : built(left), isTyped, Boolean(ready?.confirm));
  map.mark(stateOf, picked.length > 0, table.now.changed ?? [], new Set(view.choice?.about));
  cards.draw(stateOf, table.now.changed ?? []);
}

const built = left => filter.built(left, picked).join(" ") + (picked.length ? " " : "");

function count(left) {
  const n = more ? more.n : left.length;
  return n > 1 ? el("span", { class: "count" }, ` ${counted(n, "way")}`) : null;
}

/** Returns a function that names words of these rows. The word that all rows begin with may be an action. */
const namerFor = left => word => (left.every(row => row.words[0] === word) ? headOf : nameOf)(word);

function pickedWords(left) {
  const name = namerFor(left);
  const words = filter.built(left, picked).filter(word => picked.includes(word)).map(word => button(`${name(word)} ×`, () => unpick(word), { class: "picked", "aria-label": `Remove ${name(word)}` }));
  return el("div", { class: "trail" }, ...words, button("Clear", startOver, { class: "plain" }));
}

function rowList(left, choice) {
  const folds = filter.folded(left);
  const fallback = choice?.default;
  const isDefault = fold => fallback !== null && fallback !== undefined && !picked.length && fold.rows.some(row => row.index === fallback && !row.side);
  if (folds.length <= MOST_LISTED) return el("div", { class: "rows" }, folds.map(fold => answer(fold, isDefault(fold))));
  const column = filter.nextColumn(left);
  const groups = [...filter.byColumn(left, column)];
  const most = groups.length > MOST_LISTED ? 1 : SMALL_GROUP;
  const nodes = groups.flatMap(([word, group]) => {
    const inner = filter.folded(group);
    return inner.length <= most ? inner.map(fold => answer(fold, isDefault(fold))) : [chip(word, group.length, () => pickGroup(column, word, group), column ? nameOf : headOf)];
  });
  return el("div", { class: "rows" }, nodes);
}

function chip(word, n, run = () => pick([word]), name = nameOf) {
  return button(name(word), run, { class: "chip", "data-word": word, "aria-label": n ? `${name(word)}, ${counted(n, "way")}` : null, "data-n": n });
}

function answer(fold, isDefault) {
  const [row] = fold.rows;
  if (fold.columns.length) return stepper(fold);
  if (row.text.match(filter.RANGE)) return amountFields(row);
  const attributes = { class: `row${row.discouraged ? " discouraged" : ""}`, "data-line": row.line, "aria-keyshortcuts": isDefault ? "Enter" : null };
  const node = button(title(row.label || row.text.replaceAll("-", " ")), () => take(row), attributes);
  if (isDefault) node.append(enterKey());
  if (row.discouraged) node.append(el("small", { title: DISCOURAGED }, " unwise"));
  return node;
}

/** A row with a number field for each amount. */
function amountFields(row) {
  const fields = [...row.line.matchAll(filter.RANGE)].map(([, min, max, step = 1]) => el("input", { type: "number", name: "amount", min, max, step, required: true, "aria-label": `How many, ${min} to ${max}` }));
  const choose = () => {
    if (!fields.every(field => field.reportValidity())) return;
    const numbers = fields.map(field => field.value);
    const line = row.line.replace(filter.RANGE, () => numbers.shift());
    take({ ...row, line, label: line });
  };
  const keydown = event => {
    if (event.key === "Enter") {
      event.preventDefault();
      choose();
    }
    if (event.key !== "Escape") event.stopPropagation();
  };
  fields.forEach(field => field.addEventListener("keydown", keydown));
  const label = title(row.label || row.line);
  return el("div", { class: "row stepper", role: "group", "aria-label": label }, el("span", { class: "label" }, label), fields, button("Choose", choose, { class: "take" }));
}

function take(row) {
  pins = [];
  setPicked(row.words.slice());
  message = null;
  prepare(row);
}

/** Rows that differ in numbers: one line with a stepper for each number. */
function stepper(fold) {
  let current = fold.rows[0];
  const id = `label ${current.line}`.replaceAll(" ", "-");
  const label = el("span", { class: "label", id, on: { click: () => take(current) } });
  const go = button("Choose", () => take(current), { class: "take", "data-lines": fold.rows.length });
  const fields = [];
  const set = row => {
    current = row;
    label.textContent = title(row.label || row.text);
    go.setAttribute("aria-label", `Choose ${label.textContent}`);
    fields.forEach(([column, field]) => (field.value = row.words[column]));
  };
  /** Selects the row nearest to a number in this column. The numbers in the columns before it stay. */
  const seek = (column, step, wanted) => {
    const before = fold.columns.filter(other => other < column);
    const alike = fold.rows.filter(row => before.every(other => row.words[other] === current.words[other]));
    const numbers = [...new Set(alike.map(row => Number(row.words[column])))].sort((a, b) => a - b);
    const now = numbers.indexOf(Number(current.words[column]));
    const next = step ? numbers[Math.min(Math.max(now + step, 0), numbers.length - 1)] : numbers.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
    set(alike.find(row => Number(row.words[column]) === next));
    announce(label.textContent);
  };
  const steps = fold.columns.map(column => {
    const field = el("input", { type: "text", name: "amount", inputmode: "numeric", "aria-label": "How many", size: 3 });
    field.addEventListener("change", () => seek(column, 0, Number(field.value) || 0));
    field.addEventListener("keydown", event => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (step) seek(column, step);
      if (event.key === "Enter") {
        seek(column, 0, Number(field.value) || 0);
        take(current);
      }
      if (step || event.key === "Enter") event.preventDefault();
    });
    fields.push([column, field]);
    return el("span", { class: "step" }, button("−", () => seek(column, -1), { "aria-label": "Fewer" }), field, button("+", () => seek(column, 1), { "aria-label": "More" }));
  });
  const node = el("div", { class: "row stepper", role: "group", "aria-labelledby": id }, label, ...steps, go);
  set(current);
  return node;
}

const enterKey = () => el("kbd", { "aria-hidden": "true" }, "Enter");

function readyBox() {
  const box = el("div", { class: "ready" }, el("p", { class: "what", tabindex: -1 }, title(ready.label)));
  if (!ready.confirm) return box;
  const preview = ready.forecast ? forecast(ready.forecast, ready.isFinal) : [];
  box.append(el("div", { id: "forecast" }, ...preview, ready.problem && el("p", {}, ready.problem)));
  const go = button("Do it", confirm, { class: "go", "aria-keyshortcuts": "Enter", "aria-describedby": "forecast" });
  go.append(enterKey());
  box.append(el("p", { class: "choices" }, go, button("Not that", startOver, { class: "plain" })));
  if (ready.odds) box.append(el("details", {}, el("summary", {}, "Odds"), ...oddsOf(ready.odds)));
  return box;
}

function messageBox() {
  const close = button("×", () => ((message = null), render()), { class: "close", "aria-label": "Close" });
  return el("div", { class: `message ${message.kind}` }, close, el("h3", {}, message.title), ...message.nodes);
}

function standingActions() {
  const section = ([side, rows]) => {
    const go = word => {
      standingSide = side;
      pick([word]);
    };
    const chips = [...filter.byColumn(rows, 0)].map(([word, alike]) => chip(word, alike.length, () => go(word), headOf));
    return [el("h3", {}, `${isHost() ? sideName(side) : "You"} may also`), el("div", { class: "rows" }, chips)];
  };
  const sides = new Map();
  for (const row of standing) sides.set(row.side, [...(sides.get(row.side) ?? []), row]);
  return el("div", { class: "standing" }, [...sides].flatMap(section));
}

function result(view) {
  const places = (view.places ?? []).map(place => el("li", {}, place.sides.map(sideName).join(", "), place.number === undefined ? null : el("b", {}, ` ${place.number}`)));
  return el("div", { class: "over" }, el("h2", { class: "prompt", tabindex: -1 }, "The game is over"), el("p", {}, table.now.over), places.length ? el("ol", {}, places) : null);
}
