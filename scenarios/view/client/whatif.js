/* Why, why not, and what if: questions about the decision that the page shows. */
import { $, attempt, choices, duration, el, get, on, post, say } from "./dom.js";

const amount = (limit) => limit
  && [limit.ns && duration(limit.ns), limit.work && limit.work + " calls"].filter(Boolean).join(" + ");

export class Questions {
  constructor(panel) {
    this.panel = panel;
    this.address = null;
    this.own = new Map();
    this.anew = () => {};
    on("why", "click", () => this.why());
    on("why-move", "change", () => this.why());
    on("why-not", "click", () => this.whyNot());
    on("if-form", "submit", (event) => { event.preventDefault(); this.whatIf(); });
    on("if-form", "reset", () => setTimeout(() => {
      this.own.clear();
      this.showOwn();
      $("if-answer").replaceChildren();
      this.stopAt();
    }));
    on("if-own", "input", () => this.setOwn());
    on("if-form", "change", (event) => this.changed(event.target.id));
    on("if-anew", "click", () => this.decideAgain());
    on("if-stop", "input", () => { this.stopAt(); this.whatIf(); });
  }

  /* Let all questions be about the decision at an address */
  about(address, { decision, others }) {
    const same = address === this.address;
    this.address = address;
    this.decision = decision;
    this.reasons = null;
    choices("why-move", [...decision.legal, ...others], decision.move);
    $("if-stop-at").textContent = "";
    const names = Object.keys(decision.advisors);
    choices("if-own-of", names, $("if-own-of").value);
    choices("advisors", names);
    const limits = decision.settings.limits || {};
    for (const name of ["decision", "tier1", "tier2", "tier3"]) $("if-" + name).placeholder = amount(limits[name]) || "no limit";
    this.showOwn();
    if (!same) { $("reasons").replaceChildren(); $("if-answer").replaceChildren(); }
  }

  at(path) {
    if (!this.address) throw new Error("There is no decision yet.");
    return this.address + path;
  }

  async found() {
    this.reasons = this.reasons || (await get(this.at("/why"))).reasons;
    return this.reasons;
  }

  async why(move = $("why-move").value) {
    await attempt(async () => {
      const all = await this.found();
      $("why-move").value = move;
      $("reasons").replaceChildren(this.answer(move, all[move]));
      say(move + ". " + (all[move] ? all[move].words.join(" ") : "The Advisors were not asked about it."));
    });
  }

  async whyNot() {
    await attempt(async () => {
      const all = await this.found();
      const others = Object.keys(all).filter((move) => !all[move].chosen);
      others.sort((a, b) => (all[b].tally ?? -1e9) - (all[a].tally ?? -1e9));
      $("reasons").replaceChildren(...others.map((move) => this.answer(move, all[move])));
      if (!others.length) $("reasons").append(el("p", { text: "No other move was legal." }));
      say("Why not: " + others.length + (others.length === 1 ? " other move." : " other moves."));
    });
  }

  answer(move, about) {
    if (!about) return el("p", { text: "The Advisors were not asked about " + move + ": a symmetry makes it equal to another move." });
    const title = (about.chosen ? "Why " : "Why not ") + move;
    return el("article", { class: about.chosen ? "chosen" : null }, el("h3", { text: title }),
      el("ul", {}, ...about.words.map((each) => el("li", { text: each }))));
  }

  stopAt() {
    const share = Number($("if-stop").value) / 1000;
    const ns = Math.max(1, Math.round(share * this.panel.span));
    $("if-stop-at").textContent = share < 1 ? duration(ns) : "";
    return share < 1 ? "decision=" + ns + "ns" : null;
  }

  /* Show the budget of the selected Advisor, and in the list each budget that was entered */
  showOwn() {
    const recorded = this.decision && this.decision.advisors[$("if-own-of").value];
    $("if-own").placeholder = recorded ? amount({ ns: recorded.budget_ms * 1e6, work: recorded.budget_work }) : "";
    $("if-own").value = this.own.get($("if-own-of").value) || "";
    for (const each of $("if-own-of").options) each.text = each.value + (this.own.has(each.value) ? " = " + this.own.get(each.value) : "");
  }

  setOwn() {
    const given = $("if-own").value.trim();
    if (given) this.own.set($("if-own-of").value, given);
    else this.own.delete($("if-own-of").value);
  }

  /* Answer every change at once */
  changed(id) {
    if (id === "if-stop") return;
    if (id.startsWith("if-own")) this.showOwn();
    if (this.address && id !== "if-own-of") this.whatIf();
  }

  changes() {
    const changes = Object.fromEntries(new FormData($("if-form")));
    const shared = Array.from(document.querySelectorAll("[data-prefix]")).filter((each) => each.value.trim());
    changes.silence = changes.silence === "" ? null : Number(changes.silence);
    changes.budget = [...shared.map((each) => each.dataset.prefix + each.value.trim()),
      ...Array.from(this.own, (each) => each.join("=")), this.stopAt()].filter(Boolean);
    return changes;
  }

  async whatIf() {
    this.count = (this.count || 0) + 1;
    const number = this.count;
    $("if-answer").setAttribute("aria-busy", "true");
    const answer = await attempt(() => post(this.at("/what-if"), this.changes()));
    if (number !== this.count) return;
    $("if-answer").setAttribute("aria-busy", "false");
    if (answer) this.show(answer);
    else $("if-answer").replaceChildren();
  }

  show(answer) {
    const isSame = answer.was === answer.now;
    const mark = answer.certain ? el("span", { class: "mark certain", text: "\u2713 certain" })
      : el("span", { class: "mark uncertain", text: "? uncertain because of " + answer.doubts.join(", ") });
    const line = isSame ? "The move stays " + answer.was + "." : "The move would be " + answer.now + " instead of " + answer.was + ".";
    const why = el("p", { text: answer.decision.why });
    const pivot = answer.pivotal.length ? el("p", { class: "soft", text: "Pivotal: without "
      + answer.pivotal.join(" or without ") + ", the new move would be another." }) : "";
    $("if-answer").replaceChildren(el("p", { class: "verdict-line" }, el("b", { text: line }), " ", mark), why, pivot,
      this.beside(answer));
    say(line + (answer.certain ? " Certain." : " Uncertain because of " + answer.doubts.join(", ") + "."));
  }

  /* Show the recorded tally and the new one side by side */
  beside(answer) {
    const [was, now] = [this.decision.tally, answer.decision.tally];
    const moves = this.decision.legal.filter((move) => move in was || move in now);
    if (!moves.length) return el("p", { class: "soft", text: "Decided by " + answer.decision.by + "; tier 3 did not vote." });
    moves.sort((a, b) => (now[b] ?? -1e9) - (now[a] ?? -1e9));
    const cell = (tally, move, chosen) => el("td", { class: move === chosen ? "chosen" : null,
      text: move in tally ? String(Math.round(100 * tally[move]) / 100) : "\u2013" });
    const head = el("tr", {}, ...["Move", "Recorded", "Now"].map((text) => el("th", { scope: "col", text: text })));
    return el("table", { class: "tally" }, el("caption", { class: "voice", text: "The recorded tally and the new one" }),
      el("thead", {}, head), el("tbody", {}, ...moves.map((move) => el("tr", {}, el("th", { scope: "row", text: move }),
        cell(was, move, answer.was), cell(now, move, answer.now)))));
  }

  async decideAgain() {
    const answer = await attempt(() => post(this.at("/anew"), this.changes()));
    if (answer) this.anew(answer);
  }

  /* ?compare=paradigm:2 asks when the page opens */
  compare() {
    const wanted = new URLSearchParams(location.search).get("compare");
    if (!wanted) return;
    const [name, ...rest] = wanted.split(":");
    const field = $("if-" + name);
    if (field) field.value = rest.join(":");
    if (field && field.value === rest.join(":")) this.whatIf();
    else attempt(() => { throw new Error("Nothing compared: the form has no " + wanted + ". Write compare=paradigm:2."); });
  }
}
