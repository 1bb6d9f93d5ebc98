// What the table told last, and what its ids are called.

export const table = {
  hello: null,
  /** How many times this page was greeted: names and places may have changed since. */
  greetings: 0,
  /** The last message of what there is to see; its `view` is all that these eyes see. */
  now: null,
  /** The log of the live table, event by event. */
  log: [],
  /** Up to when it has been sent. */
  stamp: 0,
  /** How many entries of it had been looked at. */
  seen: 0,
};

let names = new Map();
/** What actions are called. */
let deeds = new Map();
/** The types of pieces, by their ids. */
let types = new Map();

/** Takes up a greeting: the words of the rules. */
export function learn(hello) {
  table.hello = hello;
  table.greetings += 1;
  table.now = null;
  parts.clear();
  names = new Map();
  const { legend } = hello;
  deeds = new Map(legend.actions);
  types = new Map(legend.pieces.map(type => [type.id, type]));
  const put = (id, name) => name && !names.has(id) && names.set(id, name);
  [...legend.spaces, ...legend.links].forEach(([id, name]) => put(id, name));
  legend.pieces.forEach(piece => put(piece.id, piece.name));
  legend.sides.forEach(side => put(side.id, side.name));
  legend.tracks.forEach(track => put(track.id, track.name));
}

/** What there is to see, part by part: `space cuba`, `side us`, `card 12`. */
const parts = new Map();
let cards = new Map();

/** Takes up a view: what of its parts is another than before, or all of them. */
export function take(message) {
  if (message.whole) parts.clear();
  // Who looks back, step by step, sees what each step changed.
  const stepped = message.looking && table.now?.looking && !message.whole ? (isStep(message.at) ? Object.keys(message.parts) : []) : null;
  for (const [key, part] of Object.entries(message.parts)) part === null ? parts.delete(key) : parts.set(key, part);
  cards = new Map([...each("card")].map(([id, card]) => [id, card.name]));
  table.now = { ...message, changed: stepped ?? message.changed, view: view(message) };
}

/** Whether an event lies beside the one that is looked at, but for answers by default: of a leap it would mark nearly everything. */
function isStep(to) {
  const [from, until] = [table.now.at, to].map(event => table.log.findIndex(entry => entry.event === event)).sort((a, b) => a - b);
  return from >= 0 && table.log.slice(from + 1, until).every(entry => entry.automatic);
}

/** The parts of one kind: `[id, part]`. */
function* each(kind) {
  for (const [key, part] of parts) if (key.startsWith(`${kind} `)) yield [key.slice(kind.length + 1), part];
}

/** As those who draw it want it. */
function view({ open, alone }) {
  const { legend } = table.hello;
  const rows = all => all?.map(([text, label, unwise]) => ({ text, label, unwise }));
  const kept = ({ t = {}, g = {}, f = [] }) => ({
    tracks: Object.entries(t).map(([id, value]) => ({ id, value })),
    figures: Object.entries(g).map(([id, text]) => ({ id, text })),
    facts: f.map(([name, text]) => ({ name, text })),
  });
  const pile = id => {
    const { name, n, cards } = parts.get(`pile ${id}`);
    const card = id => ({ id, ...parts.get(`card ${id}`) });
    return { id, name, count: n, cards: (cards ?? []).map(card), is_deck: legend.piles.find(pile => pile.id === id)?.is_deck };
  };
  const side = ({ id }) => ({ id, seat: "human", ...parts.get(`side ${id}`), ...kept(parts.get(`side ${id}`)) });
  const choice = parts.get("choice");
  return {
    is_open: open,
    is_alone: alone,
    choice: choice && { ...choice, rows: rows(choice.rows) },
    standing: [...each("standing")].map(([side, all]) => ({ side, rows: rows(all) })),
    sides: legend.sides.filter(({ id }) => parts.has(`side ${id}`)).map(side),
    game: kept(parts.get("game")),
    piles: parts.get("piles").filter(id => parts.has(`pile ${id}`)).map(pile),
    in_force: parts.get("force"),
    options: parts.get("options"),
    places: parts.get("places"),
  };
}

/** What lies on the map: its parts by their keys, in the order of the board. */
export function laid() {
  const keys = table.hello.legend.spaces.map(([id]) => `space ${id}`);
  keys.push(...[...parts.keys()].filter(key => /^(row|slots) /.test(key)).sort());
  return keys.filter(key => parts.has(key)).map(key => [key, parts.get(key)]);
}

/** What counters of a kind look like, and what they are called. */
export const lookOf = key => parts.get(`look ${key}`);

export const isCard = id => cards.has(id);
export const cardOf = id => parts.get(`card ${id}`);
export const isSpace = id => table.hello.legend.spaces.some(([space]) => space === id);
export const title = text => text.charAt(0).toUpperCase() + text.slice(1);

const known = word => cards.get(word) ?? withOwner(word, names.get(word) ?? lookOf(word)?.label, table.now?.prompt);

/** A key or an id that has no name, in words. */
export const inWords = word => word.replace(/[-_]/g, " ");

/** What a word of a line is called by people: of pieces as they look, where such lie on the map. */
export const nameOf = word => known(word) ?? title(inWords(word));

/** The same within a sentence. */
export const namedIn = word => known(word) ?? inWords(word);

/** The same of a word that answers begin with: an action before anything else of that id. */
export const headOf = word => deeds.get(word) ?? nameOf(word);

/** The type of a piece as it looks: `guard` of `guard/worn+moved`. */
const typeOf = word => types.get(word.split(/[/+(]/)[0]);

/** A piece's name, with whose it is where types of several sides are called the same; `own` is whose goes without saying. */
function withOwner(word, name, own) {
  const { name: alone, side: owner } = typeOf(word) ?? {};
  const isShared = owner && owner !== own && [...types.values()].filter(type => type.name === alone).length > 1;
  return name && isShared ? `${sideName(owner)}: ${name}` : name;
}

/** What lies somewhere, so many of it, as people say it. */
export const pieceName = (word, label, n) => withOwner(word, n > 1 ? `${n} × ${label}` : label, null);

/** Whether pieces that look so lie in their supply. */
export const isSupply = (word, space) => typeOf(word)?.supply === space;

export const side = id => table.hello.legend.sides.find(side => side.id === id);
export const sideName = id => side(id)?.name ?? id;
export const isDesk = () => table.hello?.you.role === "desk";

/** Whether this page may answer for a side. */
export function answersFor(id) {
  const { you } = table.hello;
  return you.role === "desk" || (you.sides ?? []).includes(id) || you.side === id;
}
