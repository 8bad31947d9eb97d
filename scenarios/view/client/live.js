/* A table: users play on the board and watch decisions while they are made. */
import { $, attempt, el, get, GONE, isGone, on, post, problem, say, TRYING, warn } from "./dom.js";
import { Board } from "./board.js";
import { addKeys, panelKeys } from "./keys.js";
import { Panel } from "./panel.js";
import { Questions } from "./whatif.js";

const address = document.body.dataset.address;
const panel = new Panel();
const questions = new Questions(panel);
const board = new Board($("board"), $("others"), (move) => play(move));
let table = null, shown = null, posed = null, past = null;

async function act(name, document = {}) {
  const answer = await attempt(() => post(address + "/" + name, document));
  if (answer) show(answer);
  return answer;
}

async function play(move) {
  if (!table) return;
  const answer = await act("move", { move: move, ply: table.moves.length });
  if (answer) { $("move").value = ""; say("You played " + move + ". " + turnWords()); }
  else drawNow();
}

function turnWords() {
  if (table.over) return table.over;
  if (table.thinking === "move") return "Hoyle is thinking.";
  const mover = table.mover + " (" + table.mark + ")";
  return table.yours ? "Your move as " + mover + "." : mover + " to move.";
}

function drawNow() {
  past = null;
  board.draw(table.board, table.yours ? table.legal : [], table.yours ? table.clicks : {});
  $("turn").textContent = turnWords();
}

function show(document_) {
  if (table && document_.at < table.at) return;
  table = document_;
  drawNow();
  $("side").value = table.side;
  $("undo").disabled = !table.moves.length;
  $("go").disabled = $("hint").disabled = Boolean(table.over) || table.thinking !== null;
  $("stop").disabled = table.thinking === null;
  $("move").disabled = !table.yours;
  $("moves").replaceChildren(...table.moves.map((each, i) => {
    const isYours = each.by === "you";
    const more = each.decision === null ? "" : isYours ? " and Hoyle's hint" : " and its decision";
    const button = el("button", { type: "button", text: each.move,
      "aria-label": each.move + (isYours ? ", yours" : ", Hoyle's") + ": show the board after it" + more });
    button.addEventListener("click", () => look(i + 1));
    return el("li", {}, button);
  }));
  mark();
  heat();
}

/* Mark the move whose board or decision is shown */
function mark() {
  table.moves.forEach((each, i) => {
    const isShown = past === null ? each.decision !== null && each.decision === shown : i + 1 === past;
    $("moves").children[i].firstChild.setAttribute("aria-current", isShown ? "step" : "false");
  });
}

/* Show the board after a number of moves, and the decision behind it */
async function look(ply) {
  const before = table, each = table.moves[ply - 1], isNow = ply === table.moves.length;
  const then = await attempt(() => get(address + "/after/" + ply));
  if (!then || table !== before) return;
  const words = "After move " + ply + " of " + table.moves.length + ": " + each.move + ".";
  if (isNow) drawNow();
  else {
    past = ply;
    board.draw(then.board, [], {});
    $("turn").textContent = words;
  }
  say(words);
  if (each.decision !== null) await load(each.decision);
  mark();
  heat();
}

function heat() {
  const decision = panel.decision;
  const isHere = decision && panel.isOver && table && past === null && decision.position === table.position;
  board.heat($("heat").checked && isHere ? decision.tally : null, table ? table.clicks : {});
}

async function load(number) {
  const payload = await attempt(() => get(address + "/" + number + "/decision"));
  if (payload) showDecision(number, payload, false);
}

function showDecision(number, payload, plays) {
  shown = number;
  questions.about(address + "/" + number, payload);
  const made = table && table.moves.find((each) => each.decision === number);
  panel.story(payload, plays, made && made.move);
  heat();
}

/* What the messages of the server do */
const HANDLERS = {
  table: show,
  posed(document_) {
    posed = document_;
    panel.begin();
    say("Hoyle is thinking.", false);
  },
  frame(document_) {
    if (!posed || posed.clock !== "wall") return;
    panel.frame(document_);
    const count = Array.from(panel.live.values()).reduce((sum, row) => sum + (row.said || 0), 0);
    say("Comments so far: " + count + ".", false);
  },
  landed(document_) {
    const isLate = posed === null;
    const plays = !isLate && posed.clock === "virtual";
    posed = null;
    showDecision(document_.number, document_, plays);
    const verb = { move: "Hoyle plays ", hint: "Hoyle would play ", anew: "Decided again: " }[document_.purpose];
    say(verb + document_.decision.move + ". " + document_.decision.why);
  },
  end(document_, isOld) {
    posed = null;
    if (document_.how === "stopped" && isOld) return;
    if (document_.how !== "landed") warn(document_.words);
    else if (document_.words) say(document_.words);
  },
};

let source = null, goneSince = null;
function listen() {
  source = new EventSource(address + "/stream");
  source.onopen = () => { goneSince = null; problem(""); };
  source.onerror = () => {
    goneSince = goneSince || Date.now();
    if (isGone(goneSince)) {
      source.close();
      warn(GONE);
    } else if (source.readyState === EventSource.CLOSED) refused();
    else warn(TRYING);
  };
  for (const [kind, handle] of Object.entries(HANDLERS)) {
    source.addEventListener(kind, (event) => handle(JSON.parse(event.data), now && Number(event.lastEventId) <= now.at));
  }
}

/* The server refuses the stream: show why, and try again */
async function refused() {
  const answer = await fetch(address + "/stream").catch(() => null);
  if (answer && !answer.ok) warn((await answer.json()).problem);
  else if (answer) answer.body.cancel();
  setTimeout(listen, 1000);
}

on("move-form", "submit", (event) => {
  event.preventDefault();
  const move = $("move").value.trim();
  if (move) play(move);
});
for (const name of ["hint", "go", "stop", "new"]) on(name, "click", () => act(name));
on("undo", "click", async () => {
  if (await act("back")) say("Move undone. " + turnWords());
});
on("side", "change", () => act("side", { side: $("side").value }));
on("heat", "change", heat);
panel.onLanding = heat;
panelKeys(panel);
addKeys({ ShiftArrowLeft: () => turn(-1), ShiftArrowRight: () => turn(1) });

function turn(by) {
  const plies = table ? table.moves.flatMap((each, i) => (each.decision === null ? [] : [i + 1])) : [];
  const at = past ?? plies.find((ply) => table.moves[ply - 1].decision === shown) ?? Infinity;
  const to = by < 0 ? plies.findLast((ply) => ply < at) : plies.find((ply) => ply > at);
  if (to) look(to);
}

const now = await attempt(() => get(address + "/table"));
if (now) {
  show(now);
  if (now.last !== null && now.thinking === null) await load(now.last);
  questions.compare();
}
listen();
