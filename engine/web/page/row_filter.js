// Filters the rows of a choice by picked words. A picked word may be in any column of a row.

export const wordsOf = text => text.split(/\s+/).filter(Boolean);

const NUMBER = /^(0|-?[1-9]\d*)$/;

/** The text of an amount: the bounds and the step. */
export const RANGE = /(-?\d+)\.\.(-?\d+)(?: by (\d+))?/g;

/**
 * Adds to each row its words, its line (`prefix` and the row), and `amounts`: the columns with numbers. A column in which all
 * numbers are ids, such as card numbers, is left out. `isId(word)` says whether a word is an id.
 */
export function prepare(rows, prefix, isId) {
  const shapes = new Map();
  const out = rows.map((row, index) => {
    const words = wordsOf(row.text.replace(RANGE, "$1..$2"));
    const shape = words.map(word => (NUMBER.test(word) ? "#" : word)).join(" ");
    const prepared = { ...row, index, words, shape, amounts: [], line: prefix + row.text };
    shapes.set(shape, [...(shapes.get(shape) ?? []), prepared]);
    return prepared;
  });
  for (const alike of shapes.values()) {
    const amounts = alike[0].words.flatMap((word, column) => (NUMBER.test(word) && !alike.every(row => isId(row.words[column])) ? [column] : []));
    alike.forEach(row => (row.amounts = amounts));
  }
  return out;
}

function hasAll(row, picked) {
  const unmatched = row.words.slice();
  return picked.every(word => {
    const index = unmatched.indexOf(word);
    if (index < 0) return false;
    unmatched.splice(index, 1);
    return true;
  });
}

function hasInOrder(row, picked) {
  let found = 0;
  for (const word of row.words) if (word === picked[found]) found += 1;
  return found === picked.length;
}

/** The rows with all picked words, or only those that have the words in the picked order, if there are any. */
export function remaining(rows, picked) {
  const matching = rows.filter(row => hasAll(row, picked));
  const ordered = matching.filter(row => hasInOrder(row, picked));
  return ordered.length ? ordered : matching;
}

/** The rows that have certain words in certain columns. `pins` are pairs `[column, word]`. */
export const pinned = (rows, pins) => rows.filter(row => pins.every(([column, word]) => row.words[column] === word));

/** The words of the rows, without the picked words and without amounts. */
export function openWords(rows, picked) {
  const open = new Set();
  for (const row of rows) {
    const unpicked = row.words.filter((_, column) => !row.amounts.includes(column));
    for (const word of picked) {
      const index = unpicked.indexOf(word);
      if (index >= 0) unpicked.splice(index, 1);
    }
    unpicked.forEach(word => open.add(word));
  }
  return open;
}

/** The line so far: the picked words in the order of the rows, and between them the words that all rows share. */
export function built(rows, picked) {
  const unplaced = picked.slice();
  const out = [];
  let shared = [];
  for (const [column, word] of (rows[0]?.words ?? []).entries()) {
    const index = unplaced.indexOf(word);
    if (index >= 0) {
      out.push(...shared, ...unplaced.splice(index, 1));
      shared = [];
    } else if (rows.every(row => row.words[column] === word)) {
      shared.push(word);
    }
  }
  return out.concat(unplaced);
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

/** Groups rows that differ in amounts only, as `{rows, columns}`. `columns` are the columns in which the rows differ. */
export function folded(rows) {
  const folds = new Map();
  for (const row of rows) {
    const key = row.words.map((word, column) => (row.amounts.includes(column) ? "#" : word)).join(" ");
    folds.set(key, [...(folds.get(key) ?? []), row]);
  }
  return [...folds.values()].map(alike => ({ rows: alike, columns: alike[0].amounts.filter(column => alike.some(row => row.words[column] !== alike[0].words[column])) }));
}
