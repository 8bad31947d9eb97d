/* Helpers of all modules. Text enters a page only through textContent. */
export const $ = (id) => document.getElementById(id);

export const on = (id, kind, handler) => $(id).addEventListener(kind, handler);

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

/* Make an element of a drawing by the server */
export const drawn = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

/* Fill a list with moves or names to choose from */
export function choices(id, values, chosen) {
  $(id).replaceChildren(...values.map((each) => el("option", { value: each, text: each, selected: each === chosen })));
}

/* Announce texts of one moment together, unhurried ones at most once a second */
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

export const GONE = "The server has stopped. Start hoyle view again and open the URL that it prints.";
export const TRYING = "The server does not answer. Trying again.";
export const isGone = (since) => Date.now() - since > 60000;

/* Announce a problem once, and keep it on the page */
export function warn(text) {
  if ($("problem").textContent !== text) say(text);
  problem(text);
}

async function request(path, options) {
  let answer;
  for (const since = Date.now(); !answer;) {
    try {
      answer = await fetch(path, options);
    } catch {
      if (isGone(since)) throw new Error(GONE);
      warn(TRYING);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  if ($("problem").textContent === TRYING) problem("");
  const document = await answer.json().catch(() => ({ problem: "The answer of the server was incomplete." }));
  if (!answer.ok) throw new Error(document.problem || "The server refused the request (HTTP " + answer.status + ").");
  return document;
}

export const get = (path) => request(path, { headers: { accept: "application/json" } });
export const post = (path, document = {}) => request(path, {
  method: "POST", headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify(document),
});

/* Do something that the server may refuse; if it does, show why. */
export async function attempt(action) {
  problem("");
  try {
    return await action();
  } catch (error) {
    warn(error.message);
    return null;
  }
}

/* Let the button start a contest from this position, at its game's table */
export function playOn() {
  const button = $("play-on");
  button?.addEventListener("click", async () => {
    const { table, start } = button.dataset;
    if (await attempt(() => post(table + "/play-on", JSON.parse(start)))) location.href = table;
  });
}

const UNITS = [[60e9, "min"], [1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]];
export function duration(ns) {
  for (const [size, unit] of UNITS) if (ns >= size) return Number((ns / size).toPrecision(3)) + " " + unit;
  return "0 ns";
}

export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
