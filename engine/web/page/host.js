// The host's panel: the seat to answer for, commands that query the rules or edit the game, branches, and downloads.

import { $, el, button, afterwards } from "./dom.js";
import { table, isHost } from "./view.js";
import { render, download } from "./replies.js";
import * as branches from "./branches.js";

/** Ids of the current game, for examples. */
const exampleIds = () => ({ space: table.hello.legend.spaces[0]?.[0] ?? "space", piece: table.hello.legend.pieces[0]?.id ?? "piece" });
const constant = id => id.replaceAll("-", "_").toUpperCase();

/** Commands with a field: name, description, example. */
const COMMANDS = [
  ["where", "Which pack and line set a thing", () => exampleIds().space],
  ["adjust", "Set pieces, tracks, facts, cards, in notation", () => `${exampleIds().space}: 2 ${exampleIds().piece}`],
  ["dice", "The next rolls", () => "6 1"],
  ["lua", "An expression of the rules", () => `count(${constant(exampleIds().space)}, ${constant(exampleIds().piece)})`],
  ["odds", "The results of a line, and how likely each is", () => "an answer"],
];

let connection;

export function start(socket) {
  connection = socket;
}

export function draw() {
  $("host").hidden = !isHost();
  if (!isHost()) return;
  if ($("host").childElementCount) return drawBranches();
  const result = el("div", { class: "result", tabindex: 0, role: "region", "aria-live": "polite", "aria-label": "Result of the command" });
  const run = async line => {
    const reply = await connection.ask({ at: table.now.at, line });
    result.replaceChildren(...render(reply, line).nodes);
    download(reply);
  };
  const form = ([name, description, example]) => {
    const field = el("input", { id: `host-${name}`, placeholder: example(), autocomplete: "off", spellcheck: "false" });
    const node = el("form", {}, el("label", { for: `host-${name}` }, el("b", {}, name), ` ${description}`), el("span", { class: "ask" }, field, el("button", { type: "submit", "aria-label": `Run ${name}` }, "Run")));
    node.addEventListener("submit", event => {
      event.preventDefault();
      run(`${name} ${field.value}`.trim());
    });
    return node;
  };
  const commandButton = name => button(name, () => run(name));
  const fileButton = (file, text) => button(text, () => run(`download ${file}`), { "data-file": file });
  $("host").append(
    el("h2", {}, "Host"),
    seats(),
    el("p", { class: "choices" }, ["seats", "hash", "seed", "reload"].map(commandButton)),
    result,
    el("h3", {}, "Branches"),
    el("div", { class: "branches" }),
    el("h3", {}, "Files"),
    el("p", { class: "choices" }, fileButton("record", "Record"), fileButton("position", "Position in words"), fileButton("board", "Board as a picture")),
    el("h3", {}, "Commands"),
    ...COMMANDS.map(form),
    decisions(run),
  );
  drawBranches();
}

/** Draws the branches if the panel is visible. */
export function drawBranches() {
  afterwards(() => {
    const box = $("host").querySelector(".branches");
    if (!box?.getClientRects().length) return;
    branches.fill(box);
    branches.refresh(() => branches.fill(box));
  });
}

/** A field to choose how much the host's log reports of the decisions of Non-players. */
function decisions(run) {
  const option = (word, text) => el("option", { value: word, selected: word === "concise" }, text);
  const choice = el("select", { id: "decisions" }, option("off", "nothing"), option("concise", "what they do"), option("full", "also what they considered"));
  choice.addEventListener("change", () => run(`decisions ${choice.value}`));
  return el("p", { class: "seat" }, el("label", { for: "decisions" }, "Of sides that rules play the log shows "), choice);
}

/** A field to choose the side that the host answers for. */
function seats() {
  const choice = el("select", { id: "seat" }, el("option", { value: "" }, "the side to move"), table.hello.legend.sides.map(side => el("option", { value: side.id }, side.name)));
  choice.addEventListener("change", () => connection.send({ seat: choice.value || null }));
  return el("p", { class: "seat" }, el("label", { for: "seat" }, "Answers for "), choice);
}
