// The rules of Two Banners, shared by both JavaScript programs, so they play the same games.
//
// Two sides, ten areas, four rounds of four cards each. A card is played for its event or for points.
// Each point pays for one of five moves. A game has about a hundred decisions, like Banana Wars.
// The state is plain data. This file has no framework, prompts or undo.

const NEIGHBOURS = [[1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [2, 3, 6], [3, 6, 7], [4, 5, 8], [5, 8, 9], [6, 7, 9], [7, 8]];
export const ROUNDS = 4;
const HAND = 4;
const MAX_SUPPORT = 2; // positive support is for side 0, negative for side 1

export const CARDS = Array.from({ length: 40 }, (_, card) => ({
  points: 2 + (card % 3),
  event: ["levy", "unrest", "desertion", "fire"][card % 4],
}));

const AREAS = NEIGHBOURS.map((_, area) => area);
const other = (side) => 1 - side;
const supportSign = (side) => (side === 0 ? 1 : -1);

// ---- chance: a 32-bit generator; its seed is part of the state

export function random(state, below) {
  state.seed = (state.seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state.seed ^ (state.seed >>> 15), 1 | state.seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

// ---- set-up and the end of a turn

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
    points: 0, // points left of the played card
    event: null,
    areas: 0, // number of areas where the event may still act
  };
  for (let unshuffled = state.deck.length; unshuffled > 1; unshuffled--) {
    const index = random(state, unshuffled);
    [state.deck[index], state.deck[unshuffled - 1]] = [state.deck[unshuffled - 1], state.deck[index]];
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
  const balance = sum(state.support) + sum(state.bases[0]) - sum(state.bases[1]);
  return balance > 0 ? 0 : 1;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// ---- legal moves: a check for each, then a list of legal arguments

export const mayPlay = (state, side, card) => state.hands[side].includes(card);
export const mayEvent = (state, side, card) => mayPlay(state, side, card) && fitting(state, side, CARDS[card].event).length > 0;

export const mayRecruit = (state, side, area) => state.reserve[side] > 0 && (state.bases[side][area] > 0 || state.support[area] * supportSign(side) > 0);
export const mayMarch = (state, side, from, to) => state.troops[side][from] > 0 && NEIGHBOURS[from].includes(to);
export const mayAttack = (state, side, area) => state.troops[side][area] > 0 && state.troops[other(side)][area] > 0;
export const maySway = (state, side, area) => state.troops[side][area] > state.troops[other(side)][area] && state.support[area] !== MAX_SUPPORT * supportSign(side);
export const mayBuild = (state, side, area) => state.troops[side][area] > 1 && state.bases[side][area] === 0;

export const recruitable = (state, side) => AREAS.filter((area) => mayRecruit(state, side, area));
export const attackable = (state, side) => AREAS.filter((area) => mayAttack(state, side, area));
export const swayable = (state, side) => AREAS.filter((area) => maySway(state, side, area));
export const buildable = (state, side) => AREAS.filter((area) => mayBuild(state, side, area));

export function marches(state, side) {
  const found = [];
  for (const from of AREAS) {
    if (state.troops[side][from] > 0) for (const to of NEIGHBOURS[from]) found.push([from, to]);
  }
  return found;
}

export function fits(state, side, event, area) {
  switch (event) {
    case "levy": return state.reserve[side] > 0 && state.support[area] === 0;
    case "unrest": return state.troops[side][area] > 0 && state.support[area] !== MAX_SUPPORT * supportSign(side);
    case "desertion": return state.troops[other(side)][area] > 0 && NEIGHBOURS[area].some((next) => state.troops[side][next] > 0);
    case "fire": return state.bases[other(side)][area] > 0 && state.troops[side][area] > 0;
    default: return false;
  }
}
export const fitting = (state, side, event) => AREAS.filter((area) => fits(state, side, event, area));

// ---- effects of the moves

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
  state.support[area] += supportSign(side);
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
    case "unrest": state.support[area] += supportSign(side); break;
    case "desertion": remove(state, other(side), area); break;
    case "fire": state.bases[other(side)][area] = 0; break;
  }
  state.areas -= 1;
}

function remove(state, side, area) {
  state.troops[side][area] -= 1;
  state.reserve[side] += 1;
}
