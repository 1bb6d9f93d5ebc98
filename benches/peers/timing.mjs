// Plays random games one after another, counts decisions and measures time. Both JavaScript programs use it.

const WARM_UP = 1; // seconds before the clock starts, so that node compiles the code

// The players have their own random generator, so both programs choose the same rows.
function player(seed) {
  let state = seed * 2654435761 + 1;
  return (rows) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 0) / 4294967296) * rows);
  };
}

// `play(seed, pick)` plays one game. `pick(rows)` chooses one of this many rows.
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

// Processor time of all threads, so other load does not count and node's own threads do.
function seconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// Prints one line: program, game, decisions per second, decisions per game, digest of the first hundred games.
export function time(program, game, games, play) {
  const { digest } = playMany(play, Array.from({ length: 100 }, (_, seed) => seed));
  for (const end = seconds() + WARM_UP; seconds() < end; ) playMany(play, [1, 2, 3, 4, 5]);
  const started = seconds();
  const { decisions } = playMany(play, Array.from({ length: games }, (_, seed) => seed));
  const elapsed = seconds() - started;
  console.log([program, game, Math.round(decisions / elapsed), Math.round(decisions / games), (digest >>> 0).toString(16)].join("\t"));
}
