/* A board that takes clicks and arrow keys, and that the tally can shade. */
import { drawn, el, say } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const part = (name, about) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(about)) made.setAttribute(key, value);
  return made;
};
const AWAY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const destination = (clicks) => clicks[clicks.length - 1];

export class Board {
  constructor(box, others, onMove) {
    this.box = box;
    this.others = others;
    this.onMove = onMove;
    this.clicks = {};
    this.picked = [];
    this.at = null;
    this.adopt();
    box.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (cell) { this.focus(cell.dataset.at); this.pick(cell.dataset.at); }
    });
    box.addEventListener("keydown", (event) => this.key(event));
  }

  /* Show a drawing by the server, and the legal moves with the clicks of each */
  draw(svg, legal, clicks) {
    const had = this.box.contains(document.activeElement);
    if (svg !== this.svg) {
      this.box.replaceChildren(drawn(svg));
      this.svg = svg;
    }
    this.clicks = clicks;
    this.picked = [];
    this.adopt();
    if (this.others) {
      const rest = legal.filter((move) => !clicks[move]);
      this.others.replaceChildren(...rest.map((move) => {
        const button = el("button", { type: "button", text: move });
        button.addEventListener("click", () => this.onMove(move));
        return button;
      }));
    }
    this.mark();
    if (had && this.at) this.cells.get(this.at).focus();
  }

  adopt() {
    this.cells = new Map(Array.from(this.box.querySelectorAll("[data-at]")).map((each) => [each.dataset.at, each]));
    for (const each of this.cells.values()) each.dataset.label = each.dataset.label || each.getAttribute("aria-label");
    if (!this.cells.has(this.at)) this.at = this.cells.size ? this.cells.keys().next().value : null;
    this.rove();
  }

  /* Let Tab reach one location only; arrow keys reach the others */
  rove() {
    for (const [name, cell] of this.cells) cell.setAttribute("tabindex", name === this.at ? "0" : "-1");
  }

  get going() {
    return Object.entries(this.clicks).filter(([, clicks]) => this.picked.every((name, i) => clicks[i] === name));
  }

  pick(name) {
    const next = this.picked.length;
    if (this.going.some(([, clicks]) => clicks[next] === name)) this.picked.push(name);
    else if (this.picked.includes(name)) { this.cancel(); return; }
    else if (Object.values(this.clicks).some((clicks) => clicks[0] === name)) this.picked = [name];
    else { say("No legal move uses " + name + " now."); return; }
    const whole = this.going.find(([, clicks]) => clicks.length === this.picked.length);
    if (whole) { this.picked = []; this.mark(); this.onMove(whole[0]); return; }
    this.mark();
    say("Selected: " + this.picked.join(", ") + ". Next: " + this.nexts().join(" or ") + ".");
  }

  cancel() {
    this.picked = [];
    this.mark();
    say("Selection cleared.");
  }

  nexts() {
    return [...new Set(this.going.map(([, clicks]) => clicks[this.picked.length]))];
  }

  mark() {
    const nexts = new Set(this.nexts());
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("can", nexts.has(name));
      cell.classList.toggle("picked", this.picked.includes(name));
      const more = this.picked.includes(name) ? ", selected" : nexts.has(name) ? ", playable" : "";
      cell.setAttribute("aria-label", cell.dataset.label + more);
    }
  }

  focus(name) {
    this.at = name;
    this.rove();
    this.cells.get(name).focus();
  }

  key(event) {
    const cell = event.target.closest("[data-at]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.pick(cell.dataset.at);
    else if (event.key === "Escape") this.cancel();
    else if (AWAY[event.key] && !event.shiftKey) this.go(cell, AWAY[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /* Left and right go in reading order, up and down to the nearest location */
  go(from, [dx, dy]) {
    const names = Array.from(this.cells.keys());
    if (dx) {
      const to = names[names.indexOf(from.dataset.at) + dx];
      if (to !== undefined) this.focus(to);
      return;
    }
    const centre = (cell) => {
      const box = cell.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(from);
    let best = null, least = Infinity;
    for (const [name, cell] of this.cells) {
      const [u, v] = centre(cell);
      const ahead = (v - y) * dy, away = ahead + 2.5 * Math.abs(u - x);
      if (cell !== from && ahead > 1 && away < least) { least = away; best = name; }
    }
    if (best) this.focus(best);
  }

  /* Shade the destination of each move by its tally; if several moves share it, by the best tally */
  heat(tally, clicks) {
    this.box.querySelectorAll(".heat-mark").forEach((each) => each.remove());
    this.box.querySelectorAll(".heated").forEach((each) => each.classList.remove("heated"));
    if (!tally) return;
    const best = new Map();
    for (const [move, got] of Object.entries(tally)) {
      const to = clicks[move] && destination(clicks[move]);
      if (to && this.cells.has(to) && !(best.get(to) >= got)) best.set(to, got);
    }
    const [low, high] = [Math.min(...best.values()), Math.max(...best.values())];
    for (const [name, got] of best) {
      const cell = this.cells.get(name);
      const shape = cell.querySelector("rect, circle");
      const box = shape.getBBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const share = high > low ? (got - low) / (high - low) : 1;
      const disc = part("circle", { cx: x, cy: y, r: 17, class: "heat-mark heat-disc" });
      disc.style.fillOpacity = 0.12 + 0.6 * share;
      const text = part("text", { x: x, y: y + 4, class: "heat-mark heat-text" });
      text.textContent = String(Math.round(10 * got) / 10);
      cell.classList.add("heated");
      cell.append(disc, text);
    }
  }
}
