/* A table: the board is played, and decisions are seen as they are made. */
import { $, attempt, el, get, GONE, isGone, on, post, problem, say, TRYING, warn } from "./dom.js";
import { Board } from "./board.js";
import { startKeys } from "./keys.js";
import { Panel } from "./panel.js";
import { Questions } from "./whatif.js";

const address = document.body.dataset.address;
const panel = new Panel();
const questions = new Questions(panel);
const board = new Board($("board"), $("others"), (move) => play(move));
let table = null, shown = null, posed = null;

async function deed(name, document = {}) {
  const answer = await attempt(() => post(address + "/" + name, document));
  if (answer) show(answer);
  return answer;
}

async function play(move) {
  if (!table) return;
  const answer = await deed("move", { move: move, ply: table.moves.length });
  if (answer) { $("move").value = ""; say("You played " + move + ". " + turnWords()); }
  else if (table) board.draw(table.board, table.legal, table.yours ? table.clicks : {});
}

function turnWords() {
  if (table.over) return table.over;
  if (table.thinking === "move") return "Hoyle thinks.";
  const who = table.mover + " (" + table.mark + ")";
  return table.yours ? "Your move as " + who + "." : who + " is to move.";
}

function show(document_) {
  if (table && document_.at < table.at) return;
  table = document_;
  board.draw(table.board, table.yours ? table.legal : [], table.yours ? table.clicks : {});
  $("turn").textContent = turnWords();
  $("side").value = table.side;
  $("undo").disabled = !table.moves.length;
  $("go").disabled = $("hint").disabled = Boolean(table.over) || table.thinking !== null;
  $("stop").disabled = table.thinking === null;
  $("move").disabled = !table.yours;
  $("moves").replaceChildren(...table.moves.map((each, i) => {
    if (each.decision === null) return el("li", {}, el("span", { text: each.move }));
    const whose = each.by === "you" ? ", yours: show Hoyle's hint" : ", Hoyle's: show its decision";
    const button = el("button", { type: "button", text: each.move, "aria-label": each.move + whose,
      "aria-current": each.decision === shown ? "true" : null });
    button.addEventListener("click", () => load(each.decision));
    return el("li", {}, button);
  }));
  heat();
}

function heat() {
  const told = panel.decision;
  const isHere = told && table && told.position === table.position;
  board.heat($("heat").checked && isHere ? told.tally : null, table ? table.clicks : {});
}

async function load(number) {
  const told = await attempt(() => get(address + "/" + number + "/told"));
  if (told) tell(number, told, false);
}

function tell(number, told, plays) {
  shown = number;
  questions.about(address + "/" + number, told);
  const made = table && table.moves.find((each) => each.decision === number);
  panel.story(told, plays, made && made.move);
  heat();
}

/* What flows down */
const HEARD = {
  table: show,
  posed(document_) {
    posed = document_;
    panel.begin();
    say("Hoyle thinks.", false);
  },
  frame(document_) {
    if (!posed || posed.clock !== "wall") return;
    panel.frame(document_);
    const said = Array.from(panel.live.values()).reduce((sum, row) => sum + (row.said || 0), 0);
    say(said + " comments so far.", false);
  },
  landed(document_) {
    const isLate = posed === null;
    const plays = !isLate && posed.clock === "virtual";
    posed = null;
    tell(document_.number, document_, plays);
    const verb = { move: "Hoyle plays ", hint: "Hoyle would play ", anew: "Asked anew: " }[document_.purpose];
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
  for (const [kind, heard] of Object.entries(HEARD)) {
    source.addEventListener(kind, (event) => heard(JSON.parse(event.data), now && Number(event.lastEventId) <= now.at));
  }
}

/* It answers, but not that: say why, and ask again */
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
for (const name of ["hint", "go", "stop", "new"]) on(name, "click", () => deed(name));
on("undo", "click", async () => {
  if (await deed("back")) say("Taken back. " + turnWords());
});
on("side", "change", () => deed("side", { side: $("side").value }));
on("heat", "change", heat);
startKeys(panel, { ShiftArrowLeft: () => turn(-1), ShiftArrowRight: () => turn(1) });

function turn(by) {
  const numbers = table ? table.moves.map((each) => each.decision).filter((each) => each !== null) : [];
  const at = numbers.indexOf(shown);
  const to = numbers[at < 0 ? numbers.length - 1 : at + by];
  if (to !== undefined) load(to);
}

const now = await attempt(() => get(address + "/table"));
if (now) {
  show(now);
  if (now.last !== null && now.thinking === null) await load(now.last);
  questions.compare();
}
listen();
