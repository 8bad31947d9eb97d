/* The wall: each board replays the last finished contest of its run, then the next one. */
import { $, drawn, get, isCalm, problem, say } from "./dom.js";
import { addKeys } from "./keys.js";

const LOOK_MS = 1500, MOVE_MS = 450, REST_MS = 2500;
const list = $("wall"), hold = $("hold"), body = document.body;
const busy = new Set();
let isHeld = false, isGone = false;

const isStill = () => isHeld || document.hidden;
const wait = (ms) => new Promise((done) => {
  const end = () => { if (isStill()) setTimeout(end, 200); else done(); };
  setTimeout(end, ms);
});

async function replay(item) {
  if (!item.dataset.replay || isCalm()) return;
  busy.add(item);
  try {
    const contest = await get(item.dataset.replay), box = item.querySelector(".small");
    box.replaceChildren(drawn(contest.first));
    for (const step of contest.steps) {
      await wait(MOVE_MS);
      for (const cell of [...drawn('<svg xmlns="http://www.w3.org/2000/svg">' + step.join("") + "</svg>").children])
        box.querySelector('[data-at="' + CSS.escape(cell.dataset.at) + '"]').replaceWith(cell);
    }
    await wait(REST_MS);
  } catch (error) {
    problem(error.message);
  } finally {
    busy.delete(item);
  }
}

/* Update an item without moving the focus: its texts and links, then its board */
function update(item, fresh) {
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = item.querySelector('[data-part="' + part.dataset.part + '"]');
    if (!old) continue;
    if (part.hasAttribute("href")) old.setAttribute("href", part.getAttribute("href"));
    old.replaceChildren(...part.childNodes);
  }
  item.querySelector(".small").replaceChildren(...fresh.querySelector(".small").childNodes);
  item.dataset.contest = fresh.dataset.contest;
  if (fresh.dataset.replay) item.dataset.replay = fresh.dataset.replay;
}

function show(state) {
  $("wall-state").textContent = state.words;
  $("runs-title").textContent = state.heading;
  if (state.running !== (body.dataset.running === "yes")) {
    body.dataset.running = state.running ? "yes" : "no";
    say(state.words);
  }
  hold.hidden = !state.running;
  const fresh = [...new DOMParser().parseFromString(state.list, "text/html").querySelectorAll("li[id]")];
  const ids = new Set(fresh.map((each) => each.id));
  for (const item of [...list.children])
    if (!ids.has(item.id) && !busy.has(item) && !item.contains(document.activeElement)) item.remove();
  for (const each of fresh) {
    let item = $(each.id);
    if (item && (busy.has(item) || item.dataset.contest === each.dataset.contest)) continue;
    if (item) update(item, each);
    else { item = document.adoptNode(each); list.append(item); }
    if (state.running) replay(item);
  }
}

async function look() {
  try {
    if (!isStill()) {
      show(await get(body.dataset.address));
      if (isGone) problem("");
      isGone = false;
    }
  } catch (error) {
    isGone = true;
    problem(error.message);
  }
  setTimeout(look, LOOK_MS);
}

function toggle() {
  isHeld = !isHeld;
  hold.setAttribute("aria-pressed", String(isHeld));
}
hold.addEventListener("click", toggle);
addKeys({ " ": () => hold.hidden || toggle() });
if (body.dataset.running === "yes") {
  hold.hidden = false;
  for (const item of list.children) replay(item);
}
setTimeout(look, LOOK_MS);
