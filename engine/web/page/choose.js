// Clicking is narrowing: the rows that hold all picked words remain, in whatever column the words stand. No drawing here.

export const wordsOf = text => text.split(/\s+/).filter(Boolean);

const NUMBER = /^(0|-?[1-9]\d*)$/;

/**
 * Rows as the table tells them, with their words, and the columns of these in which amounts stand; `prefix` is typed before a row.
 * A column of numbers holds amounts, unless all of them are ids, of cards for example, as `isThing` knows.
 */
export function prepare(rows, prefix, isThing) {
  const shapes = new Map();
  const out = rows.map((row, at) => {
    const words = wordsOf(row.text);
    const shape = words.map(word => (NUMBER.test(word) ? "#" : word)).join(" ");
    const made = { ...row, at, words, shape, amounts: [], line: prefix + row.text };
    shapes.set(shape, [...(shapes.get(shape) ?? []), made]);
    return made;
  });
  for (const alike of shapes.values()) {
    const amounts = alike[0].words.flatMap((word, at) => (NUMBER.test(word) && !alike.every(row => isThing(row.words[at])) ? [at] : []));
    alike.forEach(row => (row.amounts = amounts));
  }
  return out;
}

function holds(row, picked) {
  const left = row.words.slice();
  return picked.every(word => {
    const at = left.indexOf(word);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

function inOrder(row, picked) {
  let at = 0;
  for (const word of row.words) if (word === picked[at]) at += 1;
  return at === picked.length;
}

/** The rows that hold all picked words. Where some hold them in the order they were picked, only these: from here, to there. */
export function remaining(rows, picked) {
  const all = rows.filter(row => holds(row, picked));
  const ordered = all.filter(row => inOrder(row, picked));
  return ordered.length ? ordered : all;
}

/** The rows that have each of these words in its column: `[column, word]`. */
export const pinned = (rows, pins) => rows.filter(row => pins.every(([column, word]) => row.words[column] === word));

/** The words that would go on, beyond those picked and without amounts. */
export function openWords(rows, picked) {
  const open = new Set();
  for (const row of rows) {
    const left = row.words.filter((_, at) => !row.amounts.includes(at));
    for (const word of picked) {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
    }
    left.forEach(word => open.add(word));
  }
  return open;
}

/** The line as far as it is built: the picked words in the order in which the rows have them, with what they share before these. */
export function built(rows, picked) {
  const left = picked.slice();
  const out = [];
  let shared = [];
  for (const [at, word] of (rows[0]?.words ?? []).entries()) {
    const found = left.indexOf(word);
    if (found >= 0) {
      out.push(...shared, ...left.splice(found, 1));
      shared = [];
    } else if (rows.every(row => row.words[at] === word)) {
      shared.push(word);
    }
  }
  return out.concat(left);
}

/** The first column in which rows differ; their length where one only ends sooner. */
export function nextColumn(rows) {
  for (let column = 0; ; column++) {
    const word = rows[0].words[column];
    if (word === undefined || rows.some(row => row.words[column] !== word)) return column;
  }
}

/** Rows by their word in a column, in order. */
export function byColumn(rows, column) {
  const groups = new Map();
  for (const row of rows) {
    const word = row.words[column] ?? "";
    if (!groups.has(word)) groups.set(word, []);
    groups.get(word).push(row);
  }
  return groups;
}

/** Rows that are alike but for amounts, each time as one: `{rows, columns}`, where `columns` are those in which the amounts differ. */
export function folded(rows) {
  const folds = new Map();
  for (const row of rows) {
    const key = row.words.map((word, at) => (row.amounts.includes(at) ? "#" : word)).join(" ");
    folds.set(key, [...(folds.get(key) ?? []), row]);
  }
  return [...folds.values()].map(alike => ({ rows: alike, columns: alike[0].amounts.filter(at => alike.some(row => row.words[at] !== alike[0].words[at])) }));
}
