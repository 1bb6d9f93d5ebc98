// Two Banners: the rules that both JavaScript programs play, so that they come to the same games.
//
// Two sides, ten areas, four rounds of four cards each. A card is played for its event or for points,
// and a point buys one of five moves. A game is some hundred decisions, as one of Banana Wars is.
// State is plain data; knows no framework, and neither prompts nor undo.

const NEIGHBOURS = [[1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [2, 3, 6], [3, 6, 7], [4, 5, 8], [5, 8, 9], [6, 7, 9], [7, 8]];
export const ROUNDS = 4;
const HAND = 4;
const MOST_SUPPORT = 2; // for side 0; as far below zero it is support for side 1

export const CARDS = Array.from({ length: 40 }, (_, card) => ({
  points: 2 + (card % 3),
  event: ["levy", "unrest", "desertion", "fire"][card % 4],
}));

const AREAS = NEIGHBOURS.map((_, area) => area);
const other = (side) => 1 - side;
const upTo = (side) => (side === 0 ? 1 : -1); // the direction in which support for a side grows

// ---- chance: a generator of 32 bits whose state is part of the position

export function random(state, below) {
  state.seed = (state.seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state.seed ^ (state.seed >>> 15), 1 | state.seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

// ---- set-up, and what ends a turn

export function start(seed) {
  const state = {
    seed,
    round: 1,
    deck: CARDS.map((_, card) => card),
    discard: [],
    hands: [[], []],
    troops: [AREAS.map((area) => (area < 3 ? 2 : 0)), AREAS.map((area) => (area > 6 ? 2 : 0))],
    bases: [AREAS.map((area) => (area === 0 ? 1 : 0)), AREAS.map((area) => (area === 9 ? 1 : 0))],
    reserve: [12, 12],
    support: AREAS.map(() => 0),
    played: false, // whether the side to move has played its card
    points: 0, // what is left of it
    event: null,
    areas: 0, // in how many areas the event may yet act
  };
  for (let left = state.deck.length; left > 1; left--) {
    const at = random(state, left);
    [state.deck[at], state.deck[left - 1]] = [state.deck[left - 1], state.deck[at]];
  }
  deal(state);
  return state;
}

function deal(state) {
  for (const hand of state.hands) while (hand.length < HAND) hand.push(state.deck.pop());
}

export const isTurnOver = (state) => state.played && state.points === 0 && state.areas === 0;
export const isOver = (state) => state.round > ROUNDS;

export function endTurn(state) {
  state.played = false;
  if (state.hands[0].length + state.hands[1].length > 0) return;
  state.round += 1;
  if (!isOver(state)) deal(state);
}

export function winner(state) {
  const sum = state.support.reduce((all, one) => all + one, 0) + count(state.bases[0]) - count(state.bases[1]);
  return sum > 0 ? 0 : 1;
}

const count = (numbers) => numbers.reduce((all, one) => all + one, 0);

// ---- what a side may do; each `may` has the list of what it may be done with

export const mayPlay = (state, side, card) => state.hands[side].includes(card);
export const mayEvent = (state, side, card) => mayPlay(state, side, card) && fitting(state, side, CARDS[card].event).length > 0;

export const mayRecruit = (state, side, area) => state.reserve[side] > 0 && (state.bases[side][area] > 0 || state.support[area] * upTo(side) > 0);
export const mayMarch = (state, side, from, to) => state.troops[side][from] > 0 && NEIGHBOURS[from].includes(to);
export const mayAttack = (state, side, area) => state.troops[side][area] > 0 && state.troops[other(side)][area] > 0;
export const maySway = (state, side, area) => state.troops[side][area] > state.troops[other(side)][area] && state.support[area] !== MOST_SUPPORT * upTo(side);
export const mayBuild = (state, side, area) => state.troops[side][area] > 1 && state.bases[side][area] === 0;

export const recruitable = (state, side) => AREAS.filter((area) => mayRecruit(state, side, area));
export const attackable = (state, side) => AREAS.filter((area) => mayAttack(state, side, area));
export const swayable = (state, side) => AREAS.filter((area) => maySway(state, side, area));
export const buildable = (state, side) => AREAS.filter((area) => mayBuild(state, side, area));

export function marches(state, side) {
  const ways = [];
  for (const from of AREAS) {
    if (state.troops[side][from] > 0) for (const to of NEIGHBOURS[from]) ways.push([from, to]);
  }
  return ways;
}

export function fits(state, side, event, area) {
  switch (event) {
    case "levy": return state.reserve[side] > 0 && state.support[area] === 0;
    case "unrest": return state.troops[side][area] > 0 && state.support[area] !== MOST_SUPPORT * upTo(side);
    case "desertion": return state.troops[other(side)][area] > 0 && NEIGHBOURS[area].some((next) => state.troops[side][next] > 0);
    case "fire": return state.bases[other(side)][area] > 0 && state.troops[side][area] > 0;
    default: return false;
  }
}
export const fitting = (state, side, event) => AREAS.filter((area) => fits(state, side, event, area));

// ---- what the moves do

function discard(state, side, card) {
  state.hands[side].splice(state.hands[side].indexOf(card), 1);
  state.discard.push(card);
  state.played = true;
}

export function playForPoints(state, side, card) {
  discard(state, side, card);
  state.points = CARDS[card].points;
}

export function playForEvent(state, side, card) {
  discard(state, side, card);
  state.event = CARDS[card].event;
  state.areas = 2;
}

export function recruit(state, side, area) {
  state.reserve[side] -= 1;
  state.troops[side][area] += 1;
  state.points -= 1;
}

export function march(state, side, from, to) {
  state.troops[side][from] -= 1;
  state.troops[side][to] += 1;
  state.points -= 1;
}

export function attack(state, side, area) {
  const loser = random(state, 6) + state.troops[side][area] > 2 + state.troops[other(side)][area] ? other(side) : side;
  remove(state, loser, area);
  state.points -= 1;
}

export function sway(state, side, area) {
  state.support[area] += upTo(side);
  state.points -= 1;
}

export function build(state, side, area) {
  remove(state, side, area);
  state.bases[side][area] = 1;
  state.points -= 1;
}

export function stop(state) {
  state.points = 0;
  state.areas = 0;
}

export function act(state, side, area) {
  switch (state.event) {
    case "levy":
      state.reserve[side] -= 1;
      state.troops[side][area] += 1;
      break;
    case "unrest": state.support[area] += upTo(side); break;
    case "desertion": remove(state, other(side), area); break;
    case "fire": state.bases[other(side)][area] = 0; break;
  }
  state.areas -= 1;
}

function remove(state, side, area) {
  state.troops[side][area] -= 1;
  state.reserve[side] += 1;
}
