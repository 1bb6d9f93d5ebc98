// The designer's desk: every seat, and the commands that ask rules or alter the table.

import { $, el, button } from "./dom.js";
import { table, isDesk } from "./view.js";

/** Ids of the game that is played, for examples. */
const words = () => ({ space: table.hello.legend.spaces[0]?.id ?? "space", piece: table.hello.legend.pieces[0]?.id ?? "piece" });
const upper = id => id.replaceAll("-", "_").toUpperCase();
const adjustment = () => `${words().space}: 2 ${words().piece}`;

const ASKS = [
  ["whence", "Which pack and line set a thing", () => words().space],
  ["adjust", "Alter the position as notation writes it", adjustment],
  ["dice", "The next rolls", "6 1"],
  ["lua", "An expression of the rules, asked of this position", () => `count(${upper(words().space)}, ${upper(words().piece)})`],
  ["odds", "What a line may come to", "an answer"],
  ["decisions", "How much sides that rules play tell", "full"],
];

let wire;

export function start(socket) {
  wire = socket;
}

export function draw() {
  $("desk").hidden = !isDesk();
  if (!isDesk() || $("desk").childElementCount) return;
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
  $("desk").append(el("h2", {}, "Desk"), seats(), el("p", { class: "choices" }, ["branches", "seats", "hash", "reload"].map(plain)), said, ...ASKS.map(ask));
}

/** Whose answers the desk gives. */
function seats() {
  const choice = el("select", { id: "seat" }, el("option", { value: "" }, "whoever is asked"), table.hello.legend.sides.map(side => el("option", { value: side.id }, side.name)));
  choice.addEventListener("change", () => wire.tell({ seat: choice.value || null }));
  return el("p", { class: "seat" }, el("label", { for: "seat" }, "Answers as "), choice);
}
