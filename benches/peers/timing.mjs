// Random games one after another, counted and timed: what both JavaScript programs do with their game.

const WARMING = 1; // seconds before the clock starts, in which the compiler of node sees the code

// Players draw from a generator of their own, so that both programs choose the same rows.
function player(seed) {
  let state = seed * 2654435761 + 1;
  return (rows) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 0) / 4294967296) * rows);
  };
}

// `play(seed, pick)` plays one game; `pick(rows)` answers a choice of so many rows.
function playMany(play, seeds) {
  let [decisions, digest] = [0, 0];
  for (const seed of seeds) {
    const choose = player(seed);
    const winner = play(seed, (rows) => {
      if (rows < 2) return 0;
      decisions += 1;
      const row = choose(rows);
      digest = (Math.imul(digest, 31) + row * 64 + rows) | 0;
      return row;
    });
    digest = (Math.imul(digest, 31) + winner) | 0;
  }
  return { decisions, digest };
}

// Processor time of all threads, so that neither other load nor helpers of node's flatter anybody.
function seconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// Prints one line: program, game, decisions a second, decisions a game, digest of the first hundred games.
export function time(program, game, games, play) {
  const { digest } = playMany(play, Array.from({ length: 100 }, (_, seed) => seed));
  for (const end = seconds() + WARMING; seconds() < end; ) playMany(play, [1, 2, 3, 4, 5]);
  const begun = seconds();
  const { decisions } = playMany(play, Array.from({ length: games }, (_, seed) => seed));
  const took = seconds() - begun;
  console.log([program, game, Math.round(decisions / took), Math.round(decisions / games), (digest >>> 0).toString(16)].join("\t"));
}
