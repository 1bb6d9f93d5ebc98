"use strict";
const key = new URLSearchParams(location.hash.slice(1)).get("k") || "";
const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
let at = 0, to = 0;
socket.onopen = () => socket.send(JSON.stringify({ key, log: 0 }));
socket.onmessage = (event) => {
  const message = JSON.parse(event.data);
  if (message.m === "view") at = message.at;
  const where = message.m === "view" ? "view" : "said";
  document.getElementById(where).textContent = JSON.stringify(message, null, 1);
};
document.getElementById("form").onsubmit = (event) => {
  event.preventDefault();
  const line = document.getElementById("line").value;
  socket.send(JSON.stringify({ to: ++to, at, line }));
};
