// The page: it takes what the table tells to its parts, and keys and buttons to the table.

import { $, el, button, announce, isTyping, keep, recall } from "./dom.js";
import { table, learn, take, laid, sideName, isDesk, answersFor } from "./view.js";
import { connect } from "./wire.js";
import * as map from "./map.js";
import * as answers from "./answers.js";
import * as branches from "./branches.js";
import * as cards from "./cards.js";
import * as line from "./line.js";
import * as log from "./log.js";
import * as sides from "./sides.js";
import * as replay from "./replay.js";
import * as desk from "./desk.js";
import * as reading from "./reading.js";

const key = () => new URLSearchParams(location.hash.slice(1)).get("k") ?? "";

const PROTOCOL = 2;

const settings = { confirm: recall("confirm") === "yes" };

const wire = connect(() => ({ key: key(), log: table.log.length, stamp: table.stamp }), heard, stands);

answers.start(wire, settings, line.show);
map.start(answers.click, answers.lookAt);
cards.start(answers.click, answers.lookAt);
line.start(wire);
log.start(key());
replay.start(wire);
desk.start(wire);
branches.start(wire);
tabs();
menu();

// --- what the table tells

function heard(message) {
  if (message.m === "hello") {
    // The page is that of another version.
    if (message.proto !== PROTOCOL) return location.reload();
    learn(message);
    $("game").textContent = message.title;
    $("you").replaceChildren(isDesk() ? button("Desk", openDesk, { "aria-pressed": "false" }) : whoYouAre(message.you));
    $("desk").replaceChildren();
    tabs();
    map.drawScene(message);
  } else if (message.m === "view") {
    latest(message);
    soon();
  } else if (message.m === "notice") {
    notice(message);
  } else if (message.m === "reply" && table.now) {
    answers.say(message);
  }
}

let isSame = true;
let told = 0;
/** Whose turn it was said to be, and at which event. */
let turn = "";
let waiting = null, drawn = 0;

/** Draws at once what comes alone; of what comes one upon the other as much as there are frames. */
function soon() {
  const draw = () => {
    waiting = null;
    drawn = performance.now();
    if (table.now) see();
  };
  waiting ??= performance.now() - drawn > 50 ? setTimeout(draw) : requestAnimationFrame(draw);
}

/** Notes a view; several that come before it is drawn are drawn once. */
function latest(message) {
  const before = table.now;
  const choice = message => JSON.stringify([message.at, message.looking, message.view.choice]);
  take(message);
  isSame = isSame && Boolean(before) && choice(before) === choice(table.now);
  log.take(message.log);
}

function see() {
  const { view, undo, redo, over, looking, at } = table.now;
  const held = document.activeElement;
  map.drawCounters(laid());
  const choice = view.choice;
  const mine = choice && answersFor(choice.side) && !looking;
  $("who").hidden = !choice;
  $("who").textContent = choice ? sideName(choice.side) : "";
  document.body.classList.toggle("mine", Boolean(mine));
  document.body.classList.toggle("looking", Boolean(looking));
  const text = over ? `Over: ${over}` : looking ? "Looking back" : (choice?.text ?? "");
  if ($("prompt").textContent !== text) $("prompt").textContent = text;
  $("undo").disabled = !undo || looking;
  $("redo").disabled = !redo || looking;
  if ((undo || redo) && held.disabled) (undo ? $("undo") : $("redo")).focus();
  else if (held.disabled) answers.focus();
  document.title = `${mine ? "▶ " : ""}${table.hello.title}`;
  // Who does not look hears what came since, and then whose turn it is.
  if (told && told < table.log.length) announce(log.news(told));
  told = table.log.length;
  const whose = mine && !isDesk() ? "Your turn" : choice && `${sideName(choice.side)} is asked`;
  const now = over ? text : whose && !looking ? `${whose}: ${text}` : "";
  if (now && turn !== (turn = `${at} ${now}`)) announce(now);
  answers.update(isSame);
  isSame = true;
  sides.draw();
  log.draw();
  replay.draw();
  desk.draw();
  reading.refresh();
  document.body.classList.toggle("no-cards", !view.piles.length);
  document.documentElement.dataset.at = table.now.at;
  document.documentElement.dataset.hash = table.now.hash ?? "";
  if (!performance.getEntriesByName("table").length) performance.mark("table");
}

/** Where there is room for it, the desk lies where sides and log do, when it is asked for. */
function openDesk(event) {
  const isOpen = document.body.classList.toggle("at-desk");
  event.target.setAttribute("aria-pressed", String(isOpen));
  desk.draw();
}

function whoYouAre(you) {
  if (you.role === "side") return (you.sides ?? [you.side]).map(sideName).join(", ");
  return "Watching";
}

function stands(how, text) {
  const box = $("offline");
  box.hidden = how === "open";
  document.body.classList.toggle("offline", how !== "open");
  if (how === "lost") box.replaceChildren(text, " ", button("Now", wire.retry));
  if (how !== "shut") return;
  $("notices").replaceChildren(); // The box says the same.
  box.replaceChildren(text || "The table does not know this link.");
  if (!table.now) $("prompt").textContent = "Open the link that you were sent, the whole of it.";
}

function notice({ kind, text }) {
  const box = el("div", { class: `notice ${kind}` }, el(kind === "error" ? "pre" : "p", {}, text));
  const gone = () => box.remove();
  box.append(button("×", gone, { class: "close", "aria-label": "Close" }));
  // What was wrong before is mended, or told anew.
  if (["rules", "error", "mended"].includes(kind)) $("notices").querySelectorAll(".error, .rules").forEach(old => old.remove());
  if (kind !== "error") setTimeout(gone, 6000);
  $("notices").append(box);
  while ($("notices").childElementCount > 4) $("notices").firstElementChild.remove();
}

// --- buttons and keys

$("undo").addEventListener("click", () => answers.play("undo"));
$("redo").addEventListener("click", () => answers.play("redo"));
$("look").addEventListener("click", replay.toggle);

function tabs() {
  const names = [["answers", "Answers"], ["cards", "Cards"], ["log", "Log"], ["sides", "Sides"], ...(isDesk() ? [["desk", "Desk"]] : []), ["line", "Type"]];
  const choose = id => {
    document.body.dataset.tab = id;
    reading.shut();
    mark();
    if (id === "desk") desk.draw();
    if (id === "line") line.focus();
  };
  const mark = () => [...$("tabs").children].forEach(tab => tab.setAttribute("aria-pressed", String(tab.dataset.of === document.body.dataset.tab)));
  $("tabs").replaceChildren(...names.map(([id, name]) => button(name, () => choose(id), { "data-of": id })));
  mark();
  new MutationObserver(mark).observe(document.body, { attributes: true, attributeFilter: ["data-tab"] });
}

function menu() {
  const flip = (name, text, now, run) => {
    const box = el("input", { type: "checkbox", id: `set-${name}` });
    box.checked = now;
    box.addEventListener("change", () => {
      keep(name, box.checked ? "yes" : "no");
      run(box.checked);
    });
    return el("p", {}, el("label", {}, box, text));
  };
  const ask = (text, command) => button(text, async () => {
    shut();
    answers.say(await wire.ask({ at: table.now.at, line: command }), command);
  });
  const keys = [["a", "answers"], ["/", "typed line"], ["h", "hide counters"], ["Shift", "magnify"], ["f", "whole map"], ["+ −", "nearer, farther"], ["arrows", "from place to place on the map"], ["p", "pieces of a place"], ["i", "what lies there (or the other mouse button, or a long touch)"], ["Esc", "start over"]];
  $("menu").append(
    flip("confirm", "Always ask before an answer is given", settings.confirm, on => (settings.confirm = on)),
    flip("bare", "Hide the counters", false, map.hideCounters),
    el("p", { class: "choices" }, ask("Who sits where", "seats"), ask("Commands", "help"), button("Whole map", () => (map.fit(), shut()))),
    el("dl", {}, keys.map(([name, what]) => el("div", {}, el("dt", {}, el("kbd", {}, name)), el("dd", {}, what)))),
  );
  const shut = () => {
    const held = $("menu").contains(document.activeElement);
    $("menu").hidden = true;
    if (held) $("more").focus();
    $("more").setAttribute("aria-expanded", "false");
  };
  $("more").addEventListener("click", () => {
    $("menu").hidden = !$("menu").hidden;
    $("more").setAttribute("aria-expanded", String(!$("menu").hidden));
    if (!$("menu").hidden) $("menu").querySelector("input").focus();
  });
  $("menu").addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    shut();
  });
  $("menu").addEventListener("focusout", ({ relatedTarget: to }) => to && to !== $("more") && !$("menu").contains(to) && shut());
  addEventListener("pointerdown", event => {
    if (!$("menu").hidden && !$("menu").contains(event.target) && !$("more").contains(event.target)) shut();
  });
}

addEventListener("keydown", event => {
  if (!table.now) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isTyping()) {
    event.preventDefault();
    return answers.play(event.shiftKey ? "redo" : "undo");
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
  const run = {
    "/": line.focus,
    a: answers.focus,
    h: () => $("set-bare").click(),
    f: map.fit,
    "+": () => map.zoom(1.5),
    "-": () => map.zoom(1 / 1.5),
    Escape: () => reading.shut() || answers.startOver() || map.out() || (replay.isOpen() && replay.leave()),
    // A button that has the focus is what Enter presses.
    Enter: event.target.closest?.("button, a, input, [role=button]") ? null : answers.enter,
  }[event.key];
  if (!run) return;
  event.preventDefault();
  run();
});
