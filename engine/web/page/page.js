// The page: passes messages of the server to its sections, and handles keys and buttons.

import { $, el, button, announce, isTyping, store, stored } from "./dom.js";
import { table, learn, take, mapParts, sideName, isHost, answersFor } from "./view.js";
import { connect } from "./connection.js";
import * as map from "./map.js";
import * as answers from "./answers.js";
import * as branches from "./branches.js";
import * as cards from "./cards.js";
import * as line from "./line.js";
import * as log from "./log.js";
import * as sides from "./sides.js";
import * as replay from "./replay.js";
import * as host from "./host.js";
import * as details from "./details.js";

const key = () => new URLSearchParams(location.hash.slice(1)).get("k") ?? "";

const PROTOCOL = 3;

const settings = { confirm: stored("confirm") === "yes" };

const connection = connect(() => ({ key: key(), log: table.log.length, stamp: table.stamp }), receive, showState);

answers.start(connection, settings, line.show);
map.start(answers.click, answers.showDetails);
cards.start(answers.click, answers.showDetails);
line.start(connection);
log.start(key());
replay.start(connection);
host.start(connection);
branches.start(connection);
tabs();
menu();

// --- messages

function receive(message) {
  if (message.m === "hello") {
    // The page is older than the server: load it again.
    if (message.proto !== PROTOCOL) return location.reload();
    learn(message);
    $("game").textContent = message.title;
    $("you").replaceChildren(isHost() ? button("Host", toggleHost, { "aria-pressed": "false" }) : viewerName(message.you));
    $("host").replaceChildren();
    tabs();
    map.drawScene(message);
  } else if (message.m === "view") {
    takeView(message);
    drawSoon();
  } else if (message.m === "notice") {
    notice(message);
  } else if (message.m === "reply" && table.now) {
    answers.show(message);
  }
}

/** Whether the choice is the one that was drawn last. */
let isSameChoice = true;
/** How many log entries were announced, and the last announcement of a turn. */
let announced = 0, announcedTurn = "";
let timer = null, drawnAt = 0;

/** Draws a single view at once. If many views come quickly, draws at most one in each frame of the screen. */
function drawSoon() {
  const draw = () => {
    timer = null;
    drawnAt = performance.now();
    if (table.now) drawAll();
  };
  timer ??= performance.now() - drawnAt > 50 ? setTimeout(draw) : requestAnimationFrame(draw);
}

function takeView(message) {
  const before = table.now;
  const choice = message => JSON.stringify([message.at, message.looking, message.view.choice]);
  take(message);
  isSameChoice = isSameChoice && Boolean(before) && choice(before) === choice(table.now);
  log.take(message.log);
}

function drawAll() {
  const { view, undo, redo, over, looking, at } = table.now;
  const focused = document.activeElement;
  map.drawCounters(mapParts());
  const choice = view.choice;
  const isOwn = choice && answersFor(choice.side) && !looking;
  $("who").hidden = !choice;
  $("who").textContent = choice ? sideName(choice.side) : "";
  document.body.classList.toggle("own-turn", Boolean(isOwn));
  document.body.classList.toggle("looking", Boolean(looking));
  const text = over ? `Over: ${over}` : looking ? "Looking back" : (choice?.text ?? "");
  if ($("prompt").textContent !== text) $("prompt").textContent = text;
  $("undo").disabled = !undo || looking;
  $("redo").disabled = !redo || looking;
  if ((undo || redo) && focused.disabled) (undo ? $("undo") : $("redo")).focus();
  else if (focused.disabled) answers.focus();
  document.title = `${isOwn ? "▶ " : ""}${table.hello.title}`;
  if (announced && announced < table.log.length) announce(log.news(announced));
  announced = table.log.length;
  const whose = isOwn && !isHost() ? "Your turn" : choice && `${sideName(choice.side)} is asked`;
  const turn = over ? text : whose && !looking ? `${whose}: ${text}` : "";
  if (turn && announcedTurn !== (announcedTurn = `${at} ${turn}`)) announce(turn);
  answers.update(isSameChoice);
  isSameChoice = true;
  sides.draw();
  log.draw();
  replay.draw();
  host.draw();
  details.refresh();
  document.body.classList.toggle("no-cards", !view.piles.length);
  document.documentElement.dataset.at = table.now.at;
  document.documentElement.dataset.hash = table.now.hash ?? "";
  if (!performance.getEntriesByName("table").length) performance.mark("table");
}

/** On a wide screen, shows the host's panel in place of the sides. */
function toggleHost(event) {
  const isOpen = document.body.classList.toggle("host-open");
  event.target.setAttribute("aria-pressed", String(isOpen));
  host.draw();
}

function viewerName(you) {
  if (you.role === "side") return (you.sides ?? [you.side]).map(sideName).join(", ");
  return "Spectator";
}

function showState(state, text) {
  const box = $("offline");
  box.hidden = state === "open";
  document.body.classList.toggle("offline", state !== "open");
  if (state === "lost") box.replaceChildren(text, " ", button("Now", connection.retry));
  if (state !== "refused") return;
  $("notices").replaceChildren(); // A notice would repeat the text of the box.
  box.replaceChildren(text || "The server does not know this link.");
  if (!table.now) $("prompt").textContent = "Open the whole link that you were sent.";
}

function notice({ kind, text }) {
  const box = el("div", { class: `notice ${kind}` }, el(kind === "error" ? "pre" : "p", {}, text));
  const dismiss = () => box.remove();
  box.append(button("×", dismiss, { class: "close", "aria-label": "Close" }));
  // A notice of one of these kinds replaces older errors.
  if (["rules", "error", "mended"].includes(kind)) $("notices").querySelectorAll(".error, .rules").forEach(old => old.remove());
  if (kind !== "error") setTimeout(dismiss, 6000);
  $("notices").append(box);
  while ($("notices").childElementCount > 4) $("notices").firstElementChild.remove();
}

// --- buttons and keys

$("undo").addEventListener("click", () => answers.play("undo"));
$("redo").addEventListener("click", () => answers.play("redo"));
$("look").addEventListener("click", replay.toggle);

function tabs() {
  const names = [["answers", "Answers"], ["cards", "Cards"], ["log", "Log"], ["sides", "Sides"], ...(isHost() ? [["host", "Host"]] : []), ["line", "Type"]];
  const choose = id => {
    document.body.dataset.tab = id;
    details.close();
    mark();
    if (id === "host") host.draw();
    if (id === "line") line.focus();
  };
  const mark = () => [...$("tabs").children].forEach(tab => tab.setAttribute("aria-pressed", String(tab.dataset.of === document.body.dataset.tab)));
  $("tabs").replaceChildren(...names.map(([id, name]) => button(name, () => choose(id), { "data-of": id })));
  mark();
  new MutationObserver(mark).observe(document.body, { attributes: true, attributeFilter: ["data-tab"] });
}

function menu() {
  const setting = (name, text, isOn, run) => {
    const box = el("input", { type: "checkbox", id: `set-${name}` });
    box.checked = isOn;
    box.addEventListener("change", () => {
      store(name, box.checked ? "yes" : "no");
      run(box.checked);
    });
    return el("p", {}, el("label", {}, box, text));
  };
  const ask = (text, command) => button(text, async () => {
    close();
    answers.show(await connection.ask({ at: table.now.at, line: command }), command);
  });
  const keys = [["a", "answers"], ["/", "typed line"], ["h", "hide counters"], ["Shift", "magnify"], ["f", "whole map"], ["+ −", "zoom"], ["arrows", "from place to place on the map"], ["p", "pieces of a place"], ["i", "details (or the other mouse button, or a long touch)"], ["Esc", "start over"]];
  $("menu").append(
    setting("confirm", "Always confirm answers", settings.confirm, on => (settings.confirm = on)),
    setting("bare", "Hide counters", false, map.hideCounters),
    el("p", { class: "choices" }, ask("Seats", "seats"), ask("Commands", "help"), button("Whole map", () => (map.fit(), close()))),
    el("dl", {}, keys.map(([name, what]) => el("div", {}, el("dt", {}, el("kbd", {}, name)), el("dd", {}, what)))),
  );
  const close = () => {
    const hadFocus = $("menu").contains(document.activeElement);
    $("menu").hidden = true;
    if (hadFocus) $("more").focus();
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
    close();
  });
  $("menu").addEventListener("focusout", ({ relatedTarget: to }) => to && to !== $("more") && !$("menu").contains(to) && close());
  addEventListener("pointerdown", event => {
    if (!$("menu").hidden && !$("menu").contains(event.target) && !$("more").contains(event.target)) close();
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
    Escape: () => details.close() || answers.startOver() || map.toPlace() || (replay.isOpen() && replay.leave()),
    // Enter presses a focused button.
    Enter: event.target.closest?.("button, a, input, [role=button]") ? null : answers.enter,
  }[event.key];
  if (!run) return;
  event.preventDefault();
  run();
});
