// The WebSocket to the server: sends messages, matches replies, and reconnects after a loss.

/** Milliseconds before each attempt to reconnect. */
const WAITS = [300, 700, 1500, 3000, 6000, 10000];

/**
 * Opens the connection. `firstMessage()` makes the first message of each attempt. `receive(message)` gets every message
 * except replies to `ask`. `stateChanged("open" | "lost" | "refused", text)` gets each new state of the connection.
 */
export function connect(firstMessage, receive, stateChanged) {
  let socket, tries = 0, number = 0, timer, isAccepted = false;
  const waiting = new Map();

  function open() {
    clearTimeout(timer);
    isAccepted = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = (socket = new WebSocket(`${scheme}://${location.host}/ws`));
    opened.addEventListener("open", () => opened.send(JSON.stringify(firstMessage())));
    opened.addEventListener("message", event => {
      if (opened !== socket) return;
      const message = JSON.parse(event.data);
      if (message.m === "hello") {
        tries = 0;
        isAccepted = true;
        queries = message.queries;
        stateChanged("open");
      }
      if (message.m === "reply" && waiting.has(message.to)) {
        waiting.get(message.to)(message);
        waiting.delete(message.to);
      } else {
        receive(message);
      }
    });
    opened.addEventListener("close", event => opened === socket && lost(event));
  }

  function lost(event) {
    for (const resolve of waiting.values()) resolve({ of: "lost", text: "The connection was lost." });
    waiting.clear();
    // The server refused the key. Do not try again, because a wrong key stays wrong.
    if (event.code === 1008 && !isAccepted) {
      stateChanged("refused", event.reason);
      return;
    }
    const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
    stateChanged("lost", `${event.reason || "No connection"}: trying again in ${Math.ceil(wait / 1000)} s.`);
    timer = setTimeout(open, wait * (0.8 + Math.random() * 0.4));
  }

  addEventListener("online", () => socket.readyState > WebSocket.OPEN && open());
  addEventListener("offline", () => socket.close());
  open();

  // The server allows 10 queries at once and 5 a second. The page delays a query before it reaches these limits.
  let queries = [], allowed = 8, since = performance.now();
  function delay(line) {
    if (!line?.includes("?") && !queries.includes(line?.match(/^:?([\w-]+)/)?.[1])) return null;
    const now = performance.now();
    allowed = Math.min(allowed + (now - since) * 0.0045, 8) - 1;
    since = now;
    return allowed < 0 ? new Promise(resolve => setTimeout(resolve, -allowed * 230)) : null;
  }

  return {
    /** Sends a message that has no reply. */
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    /** Sends a message and resolves to its reply, or to `{of: "lost"}`. */
    async ask(message) {
      const wait = delay(message.line);
      if (wait) await wait;
      if (socket.readyState !== WebSocket.OPEN) return { of: "lost", text: "There is no connection now." };
      const to = ++number;
      return new Promise(resolve => {
        waiting.set(to, resolve);
        socket.send(JSON.stringify({ to, ...message }));
      });
    },
    retry: () => socket.readyState > WebSocket.OPEN && open(),
  };
}
