// The newest state from the server, and the display names of ids.

export const table = {
  /** The greeting: the first message of the server, with the names and the map. */
  hello: null,
  /** How many greetings have come. A reload of the rules brings another. */
  greetings: 0,
  /** The last view message. Its `view` is the position as this viewer may see it. */
  now: null,
  /** The log of the live game, one entry for each event. */
  log: [],
  /** The version of the log. A page that connects again sends it, and gets newer entries. */
  stamp: 0,
  /** How many entries the viewer has read. */
  seen: 0,
};

let names = new Map();
let actionNames = new Map();
/** Ids of actions, by the pile whose card they play without naming it. */
let playedBy = new Map();
let pieceTypes = new Map();

/** Takes a greeting: the names of the game. */
export function learn(hello) {
  table.hello = hello;
  table.greetings += 1;
  table.now = null;
  parts.clear();
  names = new Map();
  const { legend } = hello;
  actionNames = new Map(legend.actions);
  playedBy = new Map(legend.actions.map(([id, , pile]) => [pile, id]));
  pieceTypes = new Map(legend.pieces.map(type => [type.id, type]));
  const put = (id, name) => name && !names.has(id) && names.set(id, name);
  [...legend.spaces, ...legend.links].forEach(([id, name]) => put(id, name));
  legend.pieces.forEach(piece => put(piece.id, piece.name));
  legend.sides.forEach(side => put(side.id, side.name));
  legend.tracks.forEach(track => put(track.id, track.name));
}

/** The parts of the view by key: `space cuba`, `side us`, `card 12`. */
const parts = new Map();
let cards = new Map();

/** Takes a view message, which has the parts that changed, or all parts. */
export function take(message) {
  if (message.whole) parts.clear();
  // While the page shows earlier events, a step to the next event marks what differs.
  const stepChanges = message.looking && table.now?.looking && !message.whole ? (isStep(message.at) ? Object.keys(message.parts) : []) : null;
  for (const [key, part] of Object.entries(message.parts)) part === null ? parts.delete(key) : parts.set(key, part);
  cards = new Map([...each("card")].map(([id, card]) => [id, card.name]));
  table.now = { ...message, changed: stepChanges ?? message.changed, view: view(message) };
}

/** Whether only default answers lie between an event and the event that the page shows. */
function isStep(to) {
  const [from, until] = [table.now.at, to].map(event => table.log.findIndex(entry => entry.event === event)).sort((a, b) => a - b);
  return from >= 0 && table.log.slice(from + 1, until).every(entry => entry.automatic);
}

/** The parts of one kind: `[id, part]`. */
function* each(kind) {
  for (const [key, part] of parts) if (key.startsWith(`${kind} `)) yield [key.slice(kind.length + 1), part];
}

/** Builds the position in the form that the page draws. `t` are tracks, `g` figures, `f` facts, `n` a number. */
function view({ open, alone }) {
  const { legend } = table.hello;
  const rows = list => list?.map(([text, label, discouraged]) => ({ text, label, discouraged }));
  const attributes = ({ t = {}, g = {}, f = [] }) => ({
    tracks: Object.entries(t).map(([id, value]) => ({ id, value })),
    figures: Object.entries(g).map(([id, text]) => ({ id, text })),
    facts: f.map(([name, text]) => ({ name, text })),
  });
  const pile = id => {
    const { name, n, cards } = parts.get(`pile ${id}`);
    const card = id => ({ id, ...parts.get(`card ${id}`) });
    return { id, name, count: n, cards: (cards ?? []).map(card), is_deck: legend.piles.find(pile => pile.id === id)?.is_deck };
  };
  const side = ({ id }) => ({ id, seat: "human", ...parts.get(`side ${id}`), ...attributes(parts.get(`side ${id}`)) });
  const choice = parts.get("choice");
  return {
    is_open: open,
    is_alone: alone,
    choice: choice && { ...choice, rows: rows(choice.rows) },
    standing: [...each("standing")].map(([side, list]) => ({ side, rows: rows(list) })),
    sides: legend.sides.filter(({ id }) => parts.has(`side ${id}`)).map(side),
    game: attributes(parts.get("game")),
    piles: parts.get("piles").filter(id => parts.has(`pile ${id}`)).map(pile),
    effects: parts.get("force"),
    options: parts.get("options"),
    places: parts.get("places"),
  };
}

/** The parts of the map that vary, `[key, part]`, in board order. */
export function mapParts() {
  const keys = table.hello.legend.spaces.map(([id]) => `space ${id}`);
  keys.push(...[...parts.keys()].filter(key => /^(link|row|slots) /.test(key)).sort());
  return keys.filter(key => parts.has(key)).map(key => [key, parts.get(key)]);
}

/** The appearance and label of a counter, by the key of its appearance. */
export const lookOf = key => parts.get(`look ${key}`);

/** The action that plays a card without naming it, if there is one. */
export function actionOf(card) {
  for (const [pile, action] of playedBy) if (parts.get(`pile ${pile}`)?.cards?.includes(card)) return action;
}

export const isCard = id => cards.has(id);
export const cardOf = id => parts.get(`card ${id}`);
export const isSpace = id => table.hello.legend.spaces.some(([space]) => space === id);
export const title = text => text.charAt(0).toUpperCase() + text.slice(1);

const declaredName = word => cards.get(word) ?? withOwner(word, names.get(word) ?? lookOf(word)?.label, table.now?.prompt);

/** An id as words. */
export const inWords = word => word.replace(/[-_]/g, " ");

/** The display name of a word of a row. */
export const nameOf = word => declaredName(word) ?? title(inWords(word));

/** The display name of a word of a row, for use inside a sentence. */
export const namedIn = word => declaredName(word) ?? inWords(word);

/** The display name of the first word of a row: the name of the action, if there is one. */
export const headOf = word => actionNames.get(word) ?? nameOf(word);

/** The type of a piece state: `guard` of `guard/worn+moved`. */
const typeOf = word => pieceTypes.get(word.split(/[/+(]/)[0]);

/** Adds the owner to a piece's name if pieces of several sides have that name and the owner is not `own`. */
function withOwner(word, name, own) {
  const { name: typeName, side: owner } = typeOf(word) ?? {};
  const isShared = owner && owner !== own && [...pieceTypes.values()].filter(type => type.name === typeName).length > 1;
  return name && isShared ? `${sideName(owner)}: ${name}` : name;
}

/** The name of a stack of `n` pieces. */
export const pieceName = (word, label, n) => withOwner(word, n > 1 ? `${n} × ${label}` : label, null);

/** Whether a space is the supply of a piece state. */
export const isSupply = (word, space) => typeOf(word)?.supply === space;

export const side = id => table.hello.legend.sides.find(side => side.id === id);
export const sideName = id => side(id)?.name ?? id;
export const isHost = () => table.hello?.you.role === "host";
export const isSpectator = () => table.hello?.you.role === "spectator";

/** Whether this page may answer for a side. */
export const answersFor = id => isHost() || (table.hello.you.sides ?? []).includes(id);
