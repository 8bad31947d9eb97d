/* The blackboard of a page: rows, bars, the log, the tally, and the replay. */
import { $, duration, el, isCalm, on, say } from "./dom.js";
import { countAt, gets, rowsAt, withReason, words } from "./replay.js";

const HEADS = ["tier", "advisor", "state", "lane", "meters", "last"];

function stateWords(row) {
  if (row.decides) return row.state + ", decided";
  if (row.state === "cancelled" && row.by) return "cancelled by " + row.by;
  return row.limit ? row.state + ": " + row.limit : row.state;
}

export class Panel {
  constructor() {
    this.rows = new Map();
    this.events = [];
    this.decision = null;
    this.span = 1;
    this.ns = 0;
    this.count = 0;
    this.playing = 0;
    this.isOver = false;
    this.onLanding = () => {};
    on("play", "click", () => this.toggle());
    on("back-event", "click", () => this.step(-1));
    on("next-event", "click", () => this.step(1));
    on("scrub", "input", () => {
      this.pause();
      const ns = Math.round(Number($("scrub").value) / 1000 * this.span);
      this.seek(ns, countAt(this.events, ns));
    });
  }

  /* A decision in progress */
  begin() {
    this.pause();
    this.live = new Map();
    this.events = [];
    this.decision = null;
    this.longest = 1;
    for (const id of ["rows", "log", "tally", "verdict"]) $(id).replaceChildren();
    this.rows.clear();
    $("scrubber").hidden = true;
    $("tally-table").hidden = $("rank").hidden = true;
    $("no-tally").hidden = $("no-rows").hidden = false;
    $("no-rows").textContent = "The Advisors have been asked.";
  }

  frame(frame) {
    if (!this.live) return;
    for (const fresh of frame.rows) {
      const row = this.live.get(fresh.advisor) || { comments: 0, plans: 0, last: "", by: "", ...fresh, marks: [] };
      for (const each of fresh.comments) this.note(row, each.ns, gets(each), each.reason, "comment");
      for (const each of fresh.plans) this.note(row, each.ns, "plan " + each.moves.join(" "), each.purpose, "plan");
      Object.assign(row, fresh, { comments: row.said || 0, plans: 0 });
      this.live.set(fresh.advisor, row);
      this.longest = Math.max(this.longest, row.budget_ns);
    }
    const rows = Array.from(this.live.values());
    for (const row of rows) {
      const end = row.state === "thinking" ? frame.ns : row.ended_ns;
      row.used_ns = row.state === "not started" ? 0 : Math.max(row.used_ns || 0, end - row.started_ns);
      row.by = row.state === "cancelled" && frame.landed ? frame.landed.by : "";
      row.decides = frame.landed && frame.landed.by === row.advisor;
    }
    if (frame.landed) $("verdict").textContent = frame.landed.by + " decides: " + frame.landed.move + ".";
    $("no-rows").hidden = rows.length > 0;
    this.draw(rows, Math.max(this.longest, frame.ns), frame.ns, frame.landed ? frame.landed.ns : null);
  }

  note(row, ns, what, why, kind) {
    row.said = (row.said || 0) + (kind === "comment" ? 1 : 0);
    row.last = withReason(what, why);
    row.marks.push({ ns: ns, kind: kind });
    if (kind === "comment") $("log").append(this.line(ns, row.advisor, what, why));
  }

  line(ns, name, what, why) {
    return el("li", {}, el("time", { text: duration(ns) }), " " + name + ": " + what + (why ? ", " + why : ""));
  }

  /* A decision that has landed */
  story(payload, play = false, made = payload.decision.move) {
    this.pause();
    this.live = null;
    this.decision = payload.decision;
    this.when = payload.when;
    this.events = payload.events;
    this.span = Math.max(1, ...this.events.map((event) => event.ns));
    const lines = this.events.filter((event) => event.event === "comment");
    $("log").replaceChildren(...lines.map((event) =>
      this.line(event.ns, event.advisor, gets(event), event.reason)));
    this.drawTally(made, payload.bars);
    this.drawMap();
    const several = this.decision.tier !== null;
    $("scrubber").hidden = !several;
    $("no-rows").hidden = several;
    if (!several) $("no-rows").textContent = "Only one move is legal, so no Advisor was asked.";
    if (play && several && !isCalm()) {
      this.seek(0, 1);
      this.toggle();
    } else this.seek(this.span, this.events.length);
  }

  drawTally(made, bars) {
    const tally = Object.entries(this.decision.tally).sort((a, b) => b[1] - a[1]);
    const low = bars.start, high = Math.max(low + 1e-9, ...tally.map((each) => each[1]));
    const got = this.decision.tally[made], rank = 1 + tally.filter((each) => each[1] > got).length;
    $("rank").textContent = made + (got === undefined ? " is not in the tally." : " ranks " + rank + " of " + tally.length + " in the tally.");
    $("bars-start").textContent = bars.note;
    $("tally").replaceChildren(...tally.map(([move, got]) => {
      const bar = el("meter", { min: low, max: high, value: got, "aria-label": "tally of " + move, text: String(got) });
      return el("tr", { class: move === this.decision.move ? "chosen" : null },
        el("th", { scope: "row", text: move }), el("td", { text: String(got) }), el("td", {}, bar));
    }));
  }

  drawMap() {
    $("minimap").replaceChildren(...this.events.map((event) => {
      const tick = el("i", { class: "tick-" + event.event.replace(" ", "-") });
      tick.style.left = 100 * event.ns / this.span + "%";
      return tick;
    }));
  }

  seek(ns, count) {
    this.ns = ns;
    this.count = Math.max(1, Math.min(count, this.events.length));
    const isOver = this.count === this.events.length, isTurn = isOver !== this.isOver;
    this.isOver = isOver;
    const rows = rowsAt(this.events, ns, this.count);
    const posts = this.events.slice(0, this.count).filter(({ event }) => event === "comment" || event === "plan");
    const byOne = isOver && this.decision.tier < 3;
    for (const row of rows) {
      row.marks = posts.filter((each) => each.advisor === row.advisor).map((each) => ({ ns: each.ns, kind: each.event }));
      row.decides = byOne && row.advisor === this.decision.by;
    }
    this.draw(rows, this.span, isOver ? null : ns, byOne ? this.decision.landed_ms * 1e6 : null);
    const said = posts.filter(({ event }) => event === "comment").length;
    Array.from($("log").children).forEach((each, i) => { each.hidden = i >= said; });
    const hasTally = isOver && Object.keys(this.decision.tally).length > 0;
    $("tally-table").hidden = $("rank").hidden = !hasTally;
    $("no-tally").hidden = hasTally;
    $("no-tally").textContent = isOver ? "Tier 3 did not vote." : "Tier 3 has not voted yet.";
    $("verdict").replaceChildren();
    if (isOver) {
      $("verdict").append("Hoyle chooses ", el("b", { text: this.decision.move }), ". " + this.decision.why,
        el("span", { class: "soft", text: this.when }));
    } else $("verdict").append(el("span", { class: "soft", text: "After " + duration(ns) + ": no decision yet." }));
    const event = this.events[this.count - 1];
    const text = duration(ns) + ", event " + this.count + " of " + this.events.length + ", " + words(event);
    $("scrub").value = String(Math.round(1000 * ns / this.span));
    $("scrub").setAttribute("aria-valuetext", text);
    $("when").textContent = text;
    if (isTurn) this.onLanding();
  }

  step(by) {
    if (!this.events.length) return;
    this.pause();
    const count = Math.max(1, Math.min(this.count + by, this.events.length));
    this.seek(this.events[count - 1].ns, count);
    say($("when").textContent, false);
  }

  toggle() {
    if (this.playing) { this.pause(); return; }
    if (!this.events.length) return;
    if (this.count === this.events.length) this.seek(0, 1);
    $("play").textContent = "Pause";
    let before = performance.now();
    const go = (now) => {
      const ns = Math.round(this.ns + (now - before) * 1e6 * Number($("speed").value));
      before = now;
      if (ns >= this.span) { this.seek(this.span, this.events.length); this.pause(); return; }
      this.seek(ns, countAt(this.events, ns));
      this.playing = requestAnimationFrame(go);
    };
    this.playing = requestAnimationFrame(go);
  }

  pause() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    $("play").textContent = "Play";
  }

  /* Rows are made once and then updated */
  draw(rows, span, now, landed) {
    if (this.rows.size !== rows.length || rows.some((row) => !this.rows.has(row.advisor))) {
      this.rows.clear();
      $("rows").replaceChildren(...rows.map((row) => this.make(row)));
    }
    for (const row of rows) this.update(this.rows.get(row.advisor), row, span, now, landed);
  }

  make(row) {
    const cells = HEADS.map((name) => el(name === "advisor" ? "th" : "td",
      { class: name, scope: name === "advisor" ? "row" : null }));
    const parts = { row: el("tr", { "data-advisor": row.advisor }, ...cells) };
    HEADS.forEach((name, i) => { parts[name] = cells[i]; });
    parts.tier.textContent = row.tier;
    parts.advisor.textContent = row.advisor;
    parts.bar = el("b", { class: "bar" });
    parts.now = el("i", { class: "now", hidden: true });
    parts.landed = el("i", { class: "landing", hidden: true });
    parts.track = el("div", { class: "track", "aria-hidden": "true" }, parts.bar, parts.now, parts.landed);
    parts.marks = [];
    parts.lane.append(parts.track);
    parts.time = el("meter", { class: "time", min: 0, max: row.budget_ns });
    parts.work = row.budget_work ? el("meter", { class: "work", min: 0, max: row.budget_work }) : "";
    parts.used = el("span", { class: "used" });
    parts.meters.append(parts.time, parts.work, parts.used);
    this.rows.set(row.advisor, parts);
    return parts.row;
  }

  update(parts, row, span, now, landed) {
    const percent = (ns) => Math.min(100, 100 * ns / span) + "%";
    parts.row.className = row.state.replace(" ", "-") + (row.decides ? " decides" : "");
    parts.state.textContent = stateWords(row);
    parts.state.title = row.reason || "";
    parts.last.textContent = row.reason || row.last;
    parts.bar.style.left = percent(row.started_ns);
    parts.bar.style.width = percent(row.used_ns);
    const used = [row.used_ns ? duration(row.used_ns) + " of " + duration(row.budget_ns) : "no time"];
    if (parts.work) used.push(row.work + " of " + row.budget_work + " calls");
    [[parts.time, row.used_ns], [parts.work, row.work]].slice(0, used.length).forEach(([meter, value], i) => {
      meter.value = Math.min(value, meter.max);
      meter.setAttribute("aria-label", row.advisor + ": " + used[i]);
    });
    if (row.spent_ns) used.push(duration(row.spent_ns) + " own work");
    parts.used.textContent = used.join(", ");
    while (parts.marks.length > row.marks.length) parts.marks.pop().remove();
    row.marks.forEach((mark, i) => {
      if (!parts.marks[i]) { parts.marks.push(el("i")); parts.track.append(parts.marks[i]); }
      parts.marks[i].className = "mark " + mark.kind;
      parts.marks[i].style.left = percent(mark.ns);
    });
    for (const [line, ns] of [[parts.now, now], [parts.landed, landed]]) {
      line.hidden = ns === null;
      if (ns !== null) line.style.left = percent(ns);
    }
  }
}
