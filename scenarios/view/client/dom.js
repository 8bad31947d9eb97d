/* Small things that every module uses. Text goes into a page by textContent alone. */
export const $ = (id) => document.getElementById(id);

export const on = (id, kind, deed) => $(id).addEventListener(kind, deed);

export function el(name, about = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(about)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key === "text") made.textContent = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/* A drawing of ours, to be put into a page */
export const drawn = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

/* Offer moves or names in a list to choose from */
export function choices(id, values, chosen) {
  $(id).replaceChildren(...values.map((each) => el("option", { value: each, text: each, selected: each === chosen })));
}

/* One polite live region: simultaneous news is announced together; while Hoyle thinks, one line a second at most. */
let last = 0, waiting = null, due = "";
export function say(text, hurried = true) {
  if (hurried) due = text = due && due !== text ? due + " " + text : text;
  else if (due || text === $("voice").textContent) return;
  clearTimeout(waiting);
  const speak = () => { last = Date.now(); due = ""; $("voice").textContent = text; };
  waiting = setTimeout(speak, hurried ? 50 : Math.max(0, last + 1000 - Date.now()));
}

export function problem(text) {
  const box = $("problem");
  box.textContent = text || "";
  box.hidden = !text;
}

export const GONE = "The server has stopped. Start hoyle view again, and open the address that it prints.";
export const TRYING = "The server does not answer; trying again.";
export const isGone = (since) => Date.now() - since > 60000;

/* Say what is wrong, once, and leave it to be read */
export function warn(text) {
  if ($("problem").textContent !== text) say(text);
  problem(text);
}

async function asked(path, how) {
  let answer;
  for (const since = Date.now(); !answer;) {
    try {
      answer = await fetch(path, how);
    } catch {
      if (isGone(since)) throw new Error(GONE);
      warn(TRYING);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  if ($("problem").textContent === TRYING) problem("");
  const document = await answer.json().catch(() => ({ problem: "The answer was cut off." }));
  if (!answer.ok) throw new Error(document.problem || "The server refused (" + answer.status + ").");
  return document;
}

export const get = (path) => asked(path, { headers: { accept: "application/json" } });
export const post = (path, document = {}) => asked(path, {
  method: "POST", headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify(document),
});

/* Do something that may be refused, and say so if it is. */
export async function attempt(deed) {
  problem("");
  try {
    return await deed();
  } catch (error) {
    warn(error.message);
    return null;
  }
}

/* From a position that is shown to the table of its game */
export function playOn() {
  const button = $("play-on");
  button?.addEventListener("click", async () => {
    const { table, wish } = button.dataset;
    if (await attempt(() => post(table + "/play-on", JSON.parse(wish)))) location.href = table;
  });
}

const UNITS = [[60e9, "min"], [1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]];
export function duration(ns) {
  for (const [size, unit] of UNITS) if (ns >= size) return Number((ns / size).toPrecision(3)) + " " + unit;
  return "0 ns";
}

export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
