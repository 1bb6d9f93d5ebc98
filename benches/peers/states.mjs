// Two Banners in the state-table style. The game is a plain object. A table has, for each state, the prompt, the legal
// arguments of each action, and the actions.
// With `undo`, the whole game is copied before each answer. Dice and the end of a turn clear these copies.

import * as war from "./war.mjs";
import { time } from "./timing.mjs";

const SIDES = ["Crown", "Rising"];

const states = {
  card: {
    prompt(game, view) {
      view.prompt = "Play a card: for its points or for its event.";
      view.actions.points = game.hands[game.active];
      view.actions.event = game.hands[game.active].filter((card) => war.mayEvent(game, game.active, card));
    },
    points(game, card) {
      save(game);
      log(game, `plays card ${card} for points.`);
      war.playForPoints(game, game.active, card);
      game.state = "spend";
    },
    event(game, card) {
      save(game);
      log(game, `plays card ${card} for its event.`);
      war.playForEvent(game, game.active, card);
      game.state = "event";
    },
  },

  spend: {
    prompt(game, view) {
      view.prompt = `Spend points: ${game.points} left.`;
      view.actions.recruit = war.recruitable(game, game.active);
      view.actions.march = war.marches(game, game.active);
      view.actions.attack = war.attackable(game, game.active);
      view.actions.sway = war.swayable(game, game.active);
      view.actions.build = war.buildable(game, game.active);
      view.actions.stop = [null];
    },
    recruit(game, area) {
      save(game);
      log(game, `recruits in area ${area}.`);
      war.recruit(game, game.active, area);
      continueTurn(game);
    },
    march(game, [from, to]) {
      save(game);
      log(game, `marches from area ${from} to ${to}.`);
      war.march(game, game.active, from, to);
      continueTurn(game);
    },
    attack(game, area) {
      game.undo.length = 0; // a die roll cannot be undone
      log(game, `attacks in area ${area}.`);
      war.attack(game, game.active, area);
      continueTurn(game);
    },
    sway(game, area) {
      save(game);
      log(game, `sways area ${area}.`);
      war.sway(game, game.active, area);
      continueTurn(game);
    },
    build(game, area) {
      save(game);
      log(game, `builds in area ${area}.`);
      war.build(game, game.active, area);
      continueTurn(game);
    },
    stop,
  },

  event: {
    prompt(game, view) {
      view.prompt = `${game.event}: ${game.areas} areas left.`;
      view.actions.act = war.fitting(game, game.active, game.event);
      view.actions.stop = [null];
    },
    act(game, area) {
      save(game);
      log(game, `acts in area ${area}.`);
      war.act(game, game.active, area);
      continueTurn(game);
    },
    stop,
  },
};

function stop(game) {
  log(game, "stops.");
  war.stop(game);
  continueTurn(game);
}

function continueTurn(game) {
  if (!war.isTurnOver(game)) return;
  game.undo.length = 0;
  war.endTurn(game);
  game.active = 1 - game.active;
  game.state = war.isOver(game) ? "over" : "card";
}

function log(game, text) {
  game.log.push(`${SIDES[game.active]} ${text}`);
}

// ---- undo

let undo = false;

function save(game) {
  if (!undo) return;
  const saved = {};
  for (const key in game) {
    if (key === "log") saved.log = game.log.length;
    else if (key !== "undo") saved[key] = copy(game[key]);
  }
  game.undo.push(saved);
}

function copy(value) {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
}

function takeBack(game) {
  const { undo, log } = game;
  const saved = undo.pop();
  log.length = saved.log;
  return { ...saved, undo, log };
}

// ---- play

function begin(seed) {
  return { ...war.start(seed), active: 0, state: "card", log: [], undo: [] };
}

function view(game) {
  const view = { prompt: "", actions: {} };
  states[game.state].prompt(game, view);
  return view;
}

function play(seed, pick) {
  const game = begin(seed);
  while (game.state !== "over") {
    const rows = [];
    const { actions } = view(game);
    for (const action in actions) for (const argument of actions[action]) rows.push([action, argument]);
    const [action, argument] = rows[pick(rows.length)];
    states[game.state][action](game, argument);
  }
  return war.winner(game);
}

// Checks that undo restores the whole game. A copy that leaves something out would make undo look too fast.
function checkUndo() {
  const game = begin(1);
  const before = JSON.stringify(game);
  states.card.points(game, game.hands[0][0]);
  states.spend.march(game, war.marches(game, 0)[0]);
  if (JSON.stringify(takeBack(takeBack(game))) !== before) throw new Error("undo loses something");
}

undo = process.argv[2] === "undo";
if (undo) checkUndo();
time(`plain JavaScript, state table${undo ? ", undo by copies" : ""}`, "Two Banners", 4000, play);
