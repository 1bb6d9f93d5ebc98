// Clicking is narrowing: the rows that hold all picked words remain, in whatever column the words stand. No drawing here.

export const wordsOf = text => text.split(/\s+/).filter(Boolean);

/** Rows as the table tells them, with their words; `prefix` is typed before them, which is no part of the row. */
export function prepare(rows, prefix = "") {
  return rows.map((row, at) => ({ ...row, at, words: wordsOf(row.text), line: prefix + row.text }));
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

/** The words that would go on, beyond those picked. */
export function openWords(rows, picked) {
  const open = new Set();
  for (const row of rows) {
    const left = row.words.slice();
    for (const word of picked) {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
    }
    left.forEach(word => open.add(word));
  }
  return open;
}

/** The picked words in the order in which the rows have them: the line as far as it is built. */
export function built(rows, picked) {
  const row = rows[0];
  if (!row) return picked.slice();
  const left = picked.slice();
  const out = [];
  for (const word of row.words) {
    const at = left.indexOf(word);
    if (at >= 0) out.push(left.splice(at, 1)[0]);
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

const NUMBER = /^(0|-?[1-9]\d*)$/;

/**
 * Rows that are alike but for numbers, each time as one: `{rows, columns}`, where `columns` are those in which the numbers differ.
 * `isThing(word)` says of which numbers it is known that they are ids, of cards for example.
 */
export function folded(rows, isThing) {
  const amount = word => NUMBER.test(word) && !isThing(word);
  const folds = new Map();
  for (const row of rows) {
    const key = row.words.map(word => (amount(word) ? "#" : word)).join(" ");
    if (!folds.has(key)) folds.set(key, []);
    folds.get(key).push(row);
  }
  return [...folds.values()].map(alike => {
    const columns = alike[0].words.map((_, at) => at);
    return { rows: alike, columns: columns.filter(at => alike.some(row => row.words[at] !== alike[0].words[at])) };
  });
}
