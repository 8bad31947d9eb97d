/* Small things that every module uses. Text goes into a page by textContent alone. */
export const $ = (id) => document.getElementById(id);

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

/* One polite voice: what is said while somebody thinks is at most one line a second. */
let last = 0, waiting = null;
export function say(text, hurried = true) {
  clearTimeout(waiting);
  const rest = hurried ? 0 : Math.max(0, last + 1000 - Date.now());
  waiting = setTimeout(() => { last = Date.now(); $("voice").textContent = text; }, rest);
}

export function problem(text) {
  const box = $("problem");
  box.textContent = text || "";
  box.hidden = !text;
}

async function asked(path, how) {
  let answer;
  try {
    answer = await fetch(path, how);
  } catch {
    throw new Error("The server does not answer; is hoyle view still running?");
  }
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
    problem(error.message);
    say(error.message);
    return null;
  }
}

const UNITS = [[60e9, "min"], [1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]];
export function duration(ns) {
  for (const [size, unit] of UNITS) if (ns >= size) return Number((ns / size).toPrecision(3)) + " " + unit;
  return "0 ns";
}

export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
