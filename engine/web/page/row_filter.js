// Filters the rows of a choice by picked words, in whatever column they are. Draws nothing.

export const wordsOf = text => text.split(/\s+/).filter(Boolean);

const NUMBER = /^(0|-?[1-9]\d*)$/;

/**
 * Adds to each row its words, its line (`prefix` + row) and its amounts: the columns with numbers. Columns whose numbers are all
 * ids, as `isId` knows them, for example of cards, hold no amounts.
 */
export function prepare(rows, prefix, isId) {
  const shapes = new Map();
  const out = rows.map((row, index) => {
    const words = wordsOf(row.text);
    const shape = words.map(word => (NUMBER.test(word) ? "#" : word)).join(" ");
    const made = { ...row, index, words, shape, amounts: [], line: prefix + row.text };
    shapes.set(shape, [...(shapes.get(shape) ?? []), made]);
    return made;
  });
  for (const alike of shapes.values()) {
    const amounts = alike[0].words.flatMap((word, column) => (NUMBER.test(word) && !alike.every(row => isId(row.words[column])) ? [column] : []));
    alike.forEach(row => (row.amounts = amounts));
  }
  return out;
}

function hasAll(row, picked) {
  const left = row.words.slice();
  return picked.every(word => {
    const at = left.indexOf(word);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

function hasInOrder(row, picked) {
  let at = 0;
  for (const word of row.words) if (word === picked[at]) at += 1;
  return at === picked.length;
}

/** The rows with all picked words. If some rows have them in the picked order, only those: `from`, then `to`. */
export function remaining(rows, picked) {
  const all = rows.filter(row => hasAll(row, picked));
  const ordered = all.filter(row => hasInOrder(row, picked));
  return ordered.length ? ordered : all;
}

/** The rows with each of these words in its column. `pins` are pairs `[column, word]`. */
export const pinned = (rows, pins) => rows.filter(row => pins.every(([column, word]) => row.words[column] === word));

/** The words of the rows that are not picked yet, without amounts. */
export function openWords(rows, picked) {
  const open = new Set();
  for (const row of rows) {
    const left = row.words.filter((_, column) => !row.amounts.includes(column));
    for (const word of picked) {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
    }
    left.forEach(word => open.add(word));
  }
  return open;
}

/** The line so far: the picked words in the order of the rows, with the words before them that all rows share. */
export function built(rows, picked) {
  const left = picked.slice();
  const out = [];
  let shared = [];
  for (const [column, word] of (rows[0]?.words ?? []).entries()) {
    const found = left.indexOf(word);
    if (found >= 0) {
      out.push(...shared, ...left.splice(found, 1));
      shared = [];
    } else if (rows.every(row => row.words[column] === word)) {
      shared.push(word);
    }
  }
  return out.concat(left);
}

/** The first column in which rows differ, or where the shortest row ends. */
export function nextColumn(rows) {
  for (let column = 0; ; column++) {
    const word = rows[0].words[column];
    if (word === undefined || rows.some(row => row.words[column] !== word)) return column;
  }
}

/** The rows grouped by their word in a column, in order. */
export function byColumn(rows, column) {
  const groups = new Map();
  for (const row of rows) {
    const word = row.words[column] ?? "";
    if (!groups.has(word)) groups.set(word, []);
    groups.get(word).push(row);
  }
  return groups;
}

/** Groups rows that differ in amounts only: `{rows, columns}`, with the columns in which they differ. */
export function folded(rows) {
  const folds = new Map();
  for (const row of rows) {
    const key = row.words.map((word, column) => (row.amounts.includes(column) ? "#" : word)).join(" ");
    folds.set(key, [...(folds.get(key) ?? []), row]);
  }
  return [...folds.values()].map(alike => ({ rows: alike, columns: alike[0].amounts.filter(column => alike.some(row => row.words[column] !== alike[0].words[column])) }));
}
