// The one socket: what goes out, what comes in, and coming back after it was lost.

const WAITS = [300, 700, 1500, 3000, 6000, 10000];

/**
 * Opens the socket and keeps it. `heard(message)` gets all but replies; `state("open" | "lost" | "shut", text)` is told how it stands.
 * `greet()` makes the first frame, each time anew.
 */
export function connect(greet, heard, state) {
  let socket, tries = 0, number = 0, timer, isIn = false;
  const waiting = new Map();

  function open() {
    clearTimeout(timer);
    isIn = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = (socket = new WebSocket(`${scheme}://${location.host}/ws`));
    mine.addEventListener("open", () => mine.send(JSON.stringify(greet())));
    mine.addEventListener("message", event => {
      if (mine !== socket) return;
      const message = JSON.parse(event.data);
      if (message.m === "hello") {
        tries = 0;
        isIn = true;
        state("open");
      }
      if (message.m === "reply" && waiting.has(message.to)) {
        waiting.get(message.to)(message);
        waiting.delete(message.to);
      } else {
        heard(message);
      }
    });
    mine.addEventListener("close", event => mine === socket && lost(event));
  }

  function lost(event) {
    for (const answer of waiting.values()) answer({ of: "lost", text: "The connection was lost." });
    waiting.clear();
    // A key that is not known will not be known in a second either.
    if (event.code === 1008 && !isIn) {
      state("shut", event.reason);
      return;
    }
    const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
    // What the server gives for a reason is told: that there is no room now.
    state("lost", `${event.reason || "No connection"}: trying again in ${Math.ceil(wait / 1000)} s.`);
    timer = setTimeout(open, wait * (0.8 + Math.random() * 0.4));
  }

  addEventListener("online", () => socket.readyState > WebSocket.OPEN && open());
  addEventListener("offline", () => socket.close());
  open();

  // Questions run rules: the table takes a few of them a second, and the rest wait here.
  let questions = 8, since = performance.now();
  function pace(line) {
    if (!/^(why|preview|show)\b/.test(line ?? "")) return null;
    const now = performance.now();
    questions = Math.min(questions + (now - since) * 0.0045, 8) - 1;
    since = now;
    return questions < 0 ? new Promise(go => setTimeout(go, -questions * 230)) : null;
  }

  return {
    /** Sends what needs no reply. */
    tell(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    /** Sends a question; what is promised is its reply, also when there will be none. */
    async ask(message) {
      const wait = pace(message.line);
      if (wait) await wait; // What need not wait is sent before anything is drawn.
      if (socket.readyState !== WebSocket.OPEN) return { of: "lost", text: "There is no connection now." };
      const to = ++number;
      return new Promise(answer => {
        waiting.set(to, answer);
        socket.send(JSON.stringify({ to, ...message }));
      });
    },
    retry: () => socket.readyState > WebSocket.OPEN && open(),
  };
}
