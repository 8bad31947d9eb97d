// An Advisor of Hoyle in JavaScript, for node: in tic-tac-toe it likes corners, and asks the rules what comes of it.
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let asking = null;

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "ready" });
  } else if (message.type === "position") {
    asking = { id: message.id, corners: message.moves.filter((move) => ["1", "3", "7", "9"].includes(move)) };
    next();
  } else if (message.type === "answer" && asking) {
    const move = asking.corners.shift();
    if (!message.error) say({ type: "comment", move, strength: 7, reason: `leads to ${message.position}` });
    next();
  } else if (message.type === "stop" && asking) {
    say({ type: "done", id: asking.id });
    asking = null;
  }
}

function next() {
  if (asking.corners.length) say({ type: "ask", what: "play", move: asking.corners[0] });
  else { say({ type: "done", id: asking.id }); asking = null; }
}
