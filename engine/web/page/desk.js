// The designer's desk: every seat, and the commands that ask rules or alter the table.

import { $, el, button, afterwards } from "./dom.js";
import { table, isDesk } from "./view.js";
import * as branches from "./branches.js";

/** Ids of the game that is played, for examples. */
const words = () => ({ space: table.hello.legend.spaces[0]?.[0] ?? "space", piece: table.hello.legend.pieces[0]?.id ?? "piece" });
const upper = id => id.replaceAll("-", "_").toUpperCase();
const adjustment = () => `${words().space}: 2 ${words().piece}`;

const ASKS = [
  ["whence", "Which pack and line set a thing", () => words().space],
  ["adjust", "Alter the position as notation writes it", adjustment],
  ["dice", "The next rolls", "6 1"],
  ["lua", "An expression of the rules, asked of this position", () => `count(${upper(words().space)}, ${upper(words().piece)})`],
  ["odds", "What a line may come to", "an answer"],
];

let wire;

export function start(socket) {
  wire = socket;
}

export function draw() {
  $("desk").hidden = !isDesk();
  if (!isDesk()) return;
  if ($("desk").childElementCount) return drawBranches();
  const said = el("pre", { class: "said", tabindex: 0, "aria-live": "polite", "aria-label": "What the desk was told" });
  const run = async line => {
    const reply = await wire.ask({ at: table.now.at, line });
    said.textContent = reply.text ?? "";
  };
  const ask = ([name, what, example]) => {
    const field = el("input", { id: `desk-${name}`, placeholder: typeof example === "function" ? example() : example, autocomplete: "off", spellcheck: "false" });
    const form = el("form", {}, el("label", { for: `desk-${name}` }, el("b", {}, name), ` ${what}`), el("span", { class: "ask" }, field, el("button", { type: "submit", "aria-label": `Ask ${name}` }, "Ask")));
    form.addEventListener("submit", event => {
      event.preventDefault();
      run(`${name} ${field.value}`.trim());
    });
    return form;
  };
  const plain = name => button(name, () => run(name));
  $("desk").append(el("h2", {}, "Desk"), seats(), el("p", { class: "choices" }, ["seats", "hash", "seed", "reload"].map(plain)), said, el("h3", {}, "Branches"), el("div", { class: "branches" }), el("h3", {}, "Files"), files(said), el("h3", {}, "Ask and set"), ...ASKS.map(ask), decisions(run));
  drawBranches();
}

/** The branches, while the desk lies open. */
export function drawBranches() {
  afterwards(() => {
    const box = $("desk").querySelector(".branches");
    if (!box?.getClientRects().length) return;
    branches.fill(box);
    branches.refresh(() => branches.fill(box));
  });
}

/** How much of what sides that rules play decide is told in the desk's log. */
function decisions(run) {
  const option = (word, text) => el("option", { value: word, selected: word === "concise" }, text);
  const choice = el("select", { id: "decisions" }, option("off", "nothing"), option("concise", "what they do"), option("full", "what they weigh too"));
  choice.addEventListener("change", () => run(`decisions ${choice.value}`));
  return el("p", { class: "seat" }, el("label", { for: "decisions" }, "Of sides that rules play the log tells "), choice);
}

/** Files to take home: the table makes one, and says where it waits. */
function files(said) {
  const get = async what => {
    const reply = await wire.ask({ at: table.now.at, line: `download ${what}` });
    said.textContent = reply.text ?? "";
    fetchFile(reply);
  };
  const offer = (what, text) => button(text, () => get(what), { "data-file": what });
  return el("p", { class: "choices" }, offer("record", "Record"), offer("position", "Position in words"), offer("board", "Board as a picture"));
}

/** Has the browser save what a reply says is to be fetched. */
export function fetchFile({ path }) {
  if (!path) return;
  const link = el("a", { href: path, download: true });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whose answers the desk gives. */
function seats() {
  const choice = el("select", { id: "seat" }, el("option", { value: "" }, "whoever is asked"), table.hello.legend.sides.map(side => el("option", { value: side.id }, side.name)));
  choice.addEventListener("change", () => wire.tell({ seat: choice.value || null }));
  return el("p", { class: "seat" }, el("label", { for: "seat" }, "Answers as "), choice);
}
