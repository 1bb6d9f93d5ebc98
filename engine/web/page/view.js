// What the table told last, and what its ids are called.

export const table = {
  hello: null,
  /** The last message of what there is to see; `view.view` is what these eyes see. */
  now: null,
  /** The log of the live table, event by event. */
  log: [],
  /** Up to when it has been sent. */
  stamp: 0,
  /** How many entries of it had been looked at. */
  seen: 0,
};

let names = new Map();

/** Takes up a greeting: the words of the rules. */
export function learn(hello) {
  table.hello = hello;
  names = new Map();
  const { legend } = hello;
  const put = (id, name) => name && !names.has(id) && names.set(id, name);
  legend.spaces.forEach(space => put(space.id, space.name));
  legend.links.forEach(link => put(link.id, link.name));
  legend.pieces.forEach(piece => put(piece.id, piece.name));
  legend.sides.forEach(side => put(side.id, side.name));
  legend.tracks.forEach(track => put(track.id, track.name));
}

/** Notes what cards are called that lie open. */
export function learnCards(view) {
  cards = new Map();
  for (const pile of view.piles ?? []) {
    for (const run of pile.runs ?? []) for (const card of run.cards) cards.set(card.id, card.name);
  }
}

let cards = new Map();

export const isCard = id => cards.has(id);
export const title = text => text.charAt(0).toUpperCase() + text.slice(1);

/** What a word of a line is called by people. */
export const nameOf = word => cards.get(word) ?? names.get(word) ?? title(word.replaceAll("-", " "));

export const side = id => table.hello.legend.sides.find(side => side.id === id);
export const sideName = id => side(id)?.name ?? id;
export const isDesk = () => table.hello?.you.role === "desk";

/** Whether this page may answer for a side. */
export function answersFor(id) {
  const { you } = table.hello;
  return you.role === "desk" || (you.sides ?? []).includes(id) || you.side === id;
}

/** A space as these eyes see it; nothing where nothing is told of it. */
export function space(id) {
  const { spaces } = table.now.view;
  return Array.isArray(spaces) ? spaces.find(space => space.id === id) : spaces?.[id];
}

/** A figure in words, or a fact's text. */
export function comes(of) {
  if (of === "nothing" || of === undefined) return "";
  if ("truth" in of) return of.truth ? "" : "no";
  if ("one" in of) return of.one.text;
  if ("line" in of) return of.line;
  if ("many" in of) return of.many.map(comes).join(", ");
  return "?";
}

/** What lies at a place, in words: for who hears the map rather than sees it. */
export function lies(id) {
  const seen = space(id);
  if (!seen) return "empty";
  const { legend } = table.hello;
  const piece = of => {
    const type = legend.pieces.find(type => type.id === of.piece);
    const face = Math.max(0, type?.faces.indexOf(of.face ?? "") ?? 0);
    const marks = of.marks?.length ? ` (${of.marks.join(", ")})` : "";
    return `${of.count} ${type?.words[face] ?? of.text}${marks}`;
  };
  const track = of => {
    const type = legend.tracks.find(type => type.id === of.id);
    return of.value ? `${type?.name ?? of.id} ${of.value}` : null;
  };
  const fact = of => (of.shown ? `${of.name} ${of.text}`.trim() : null);
  const all = [...(seen.pieces ?? []).map(piece), ...(seen.tracks ?? []).map(track), ...(seen.facts ?? []).map(fact)];
  return all.filter(Boolean).join(", ") || "empty";
}
