// Two Banners for boardgame.io: moves that check their arguments, turns that end automatically, and
// `ai.enumerate` for the random players. The games run in the reducer, without transport, client or screen.
//
// Dice and decks use the generator in the state instead of boardgame.io's plugin, so the games are the same as
// in states.mjs. This also saves boardgame.io the work of the plugin.

import { CreateGameReducer, InitializeGame } from "boardgame.io/dist/cjs/internal.js";
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";
import * as war from "./war.mjs";
import { time } from "./timing.mjs";

// Wraps a move of `war`: it is invalid in another phase, or if its check fails.
function move(isPhase, isLegal, perform) {
  return ({ G, playerID }, ...args) => {
    const side = Number(playerID);
    if (!isPhase(G) || !isLegal(G, side, ...args)) return INVALID_MOVE;
    perform(G, side, ...args);
  };
}

const isCardPhase = (G) => !G.played;
const isPointPhase = (G) => G.points > 0;
const isEventPhase = (G) => G.areas > 0;

const twoBanners = {
  name: "two-banners",
  setup: (_, { seed }) => war.start(seed),
  moves: {
    points: move(isCardPhase, war.mayPlay, war.playForPoints),
    event: move(isCardPhase, war.mayEvent, war.playForEvent),
    recruit: move(isPointPhase, war.mayRecruit, war.recruit),
    march: move(isPointPhase, war.mayMarch, war.march),
    attack: { move: move(isPointPhase, war.mayAttack, war.attack), undoable: false },
    sway: move(isPointPhase, war.maySway, war.sway),
    build: move(isPointPhase, war.mayBuild, war.build),
    act: move(isEventPhase, (G, side, area) => war.fits(G, side, G.event, area), war.act),
    stop: move((G) => G.played, () => true, war.stop),
  },
  turn: {
    endIf: ({ G }) => war.isTurnOver(G),
    onEnd: ({ G }) => war.endTurn(G),
  },
  endIf: ({ G }) => (war.isOver(G) ? { winner: war.winner(G) } : undefined),
  ai: {
    enumerate(G, ctx) {
      const side = Number(ctx.currentPlayer);
      const rows = [];
      const add = (move, argumentLists) => argumentLists.forEach((args) => rows.push({ move, args: [].concat(args) }));
      if (!G.played) {
        add("points", G.hands[side]);
        add("event", G.hands[side].filter((card) => war.mayEvent(G, side, card)));
      } else if (G.points > 0) {
        add("recruit", war.recruitable(G, side));
        add("march", war.marches(G, side));
        add("attack", war.attackable(G, side));
        add("sway", war.swayable(G, side));
        add("build", war.buildable(G, side));
        add("stop", [[]]);
      } else {
        add("act", war.fitting(G, side, G.event));
        add("stop", [[]]);
      }
      return rows;
    },
  },
};

const game = { ...twoBanners, disableUndo: process.argv[2] !== "undo" };
const reducer = CreateGameReducer({ game });

function play(seed, pick) {
  let state = InitializeGame({ game, numPlayers: 2, setupData: { seed } });
  while (state.ctx.gameover === undefined) {
    const rows = game.ai.enumerate(state.G, state.ctx);
    const { move: type, args } = rows[pick(rows.length)];
    const payload = { type, args, playerID: state.ctx.currentPlayer };
    const next = reducer(state, { type: "MAKE_MOVE", payload });
    if (next._stateID === state._stateID) throw new Error(`seed ${seed}: ${type} ${args} was refused`);
    state = next;
  }
  return state.ctx.gameover.winner;
}

time(`boardgame.io reducer${game.disableUndo ? "" : ", its undo"}`, "Two Banners", 60, play);
