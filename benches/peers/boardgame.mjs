// Two Banners for boardgame.io: moves that check their arguments and alter a draft, a turn that ends by
// itself, and `ai.enumerate` for the random players. Played through the reducer, as a server would:
// no transport, no client, no screen.
//
// Dice and decks come from the position's own generator, not from the plugin, so that the games are those
// of states.mjs; that spares boardgame.io the plugin's work.

import { CreateGameReducer, InitializeGame } from "boardgame.io/dist/cjs/internal.js";
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";
import * as war from "./war.mjs";
import { time } from "./timing.mjs";

// A move of `war`: refused unless the state is at it and it may be done.
function move(isAt, may, does) {
  return ({ G, playerID }, ...given) => {
    const side = Number(playerID);
    if (!isAt(G) || !may(G, side, ...given)) return INVALID_MOVE;
    does(G, side, ...given);
  };
}

const toPlay = (G) => !G.played;
const toSpend = (G) => G.points > 0;
const toAct = (G) => G.areas > 0;

const twoBanners = {
  name: "two-banners",
  setup: (_, { seed }) => war.start(seed),
  moves: {
    points: move(toPlay, war.mayPlay, war.playForPoints),
    event: move(toPlay, war.mayEvent, war.playForEvent),
    recruit: move(toSpend, war.mayRecruit, war.recruit),
    march: move(toSpend, war.mayMarch, war.march),
    attack: { move: move(toSpend, war.mayAttack, war.attack), undoable: false },
    sway: move(toSpend, war.maySway, war.sway),
    build: move(toSpend, war.mayBuild, war.build),
    act: move(toAct, (G, side, area) => war.fits(G, side, G.event, area), war.act),
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
      const add = (move, all) => all.forEach((args) => rows.push({ move, args: [].concat(args) }));
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
