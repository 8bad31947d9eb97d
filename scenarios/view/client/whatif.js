/* Why and why not, and what if: asked of one decision, whichever the page shows. */
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
      this.owner();
      $("if-answer").replaceChildren();
      this.stopAt();
    }));
    on("if-own", "input", () => this.grant());
    on("if-form", "change", (event) => this.changed(event.target.id));
    on("if-anew", "click", () => this.decideAnew());
    on("if-stop", "input", () => { this.stopAt(); this.whatIf(); });
  }

  /* Be about a decision that can be had at an address */
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
    this.owner();
    if (!same) { $("reasons").replaceChildren(); $("if-answer").replaceChildren(); }
  }

  at(path) {
    if (!this.address) throw new Error("Nothing has been decided yet.");
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
      $("reasons").replaceChildren(this.told(move, all[move]));
      say(move + ". " + (all[move] ? all[move].words.join(" ") : "Advisors were not asked about it."));
    });
  }

  async whyNot() {
    await attempt(async () => {
      const all = await this.found();
      const others = Object.keys(all).filter((move) => !all[move].chosen);
      others.sort((a, b) => (all[b].tally ?? -1e9) - (all[a].tally ?? -1e9));
      $("reasons").replaceChildren(...others.map((move) => this.told(move, all[move])));
      if (!others.length) $("reasons").append(el("p", { text: "There was no other move." }));
      say("Why not the others: " + others.length + " moves.");
    });
  }

  told(move, about) {
    if (!about) return el("p", { text: move + " was not asked about: a symmetry makes it the same as another move." });
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

  /* Show what the Advisor is given that is chosen; those that are given something say how much */
  owner() {
    const told = this.decision && this.decision.advisors[$("if-own-of").value];
    $("if-own").placeholder = told ? amount({ ns: told.budget_ms * 1e6, work: told.budget_work }) : "";
    $("if-own").value = this.own.get($("if-own-of").value) || "";
    for (const each of $("if-own-of").options) each.text = each.value + (this.own.has(each.value) ? " = " + this.own.get(each.value) : "");
  }

  grant() {
    const given = $("if-own").value.trim();
    if (given) this.own.set($("if-own-of").value, given);
    else this.own.delete($("if-own-of").value);
  }

  /* Whatever is changed is answered at once */
  changed(id) {
    if (id === "if-stop") return;
    if (id.startsWith("if-own")) this.owner();
    if (this.address && id !== "if-own-of") this.whatIf();
  }

  wishes() {
    const wish = Object.fromEntries(new FormData($("if-form")));
    const shared = Array.from(document.querySelectorAll("[data-whose]")).filter((each) => each.value.trim());
    wish.silence = wish.silence === "" ? null : Number(wish.silence);
    wish.budget = [...shared.map((each) => each.dataset.whose + each.value.trim()),
      ...Array.from(this.own, (each) => each.join("=")), this.stopAt()].filter(Boolean);
    return wish;
  }

  async whatIf() {
    this.asked = (this.asked || 0) + 1;
    const turn = this.asked;
    $("if-answer").setAttribute("aria-busy", "true");
    const answer = await attempt(() => post(this.at("/what-if"), this.wishes()));
    if (turn !== this.asked) return;
    $("if-answer").setAttribute("aria-busy", "false");
    if (answer) this.show(answer);
    else $("if-answer").replaceChildren();
  }

  show(answer) {
    const isSame = answer.was === answer.now;
    const sure = answer.certain ? el("span", { class: "mark certain", text: "\u2713 certain" })
      : el("span", { class: "mark uncertain", text: "? uncertain because of " + answer.doubts.join(", ") });
    const line = isSame ? "The move stays " + answer.was + "." : "It would be " + answer.now + " and not " + answer.was + ".";
    const why = el("p", { text: answer.decision.why });
    const pivot = answer.pivotal.length ? el("p", { class: "soft", text: "Pivotal: without "
      + (answer.pivotal.length > 1 ? "any one of " : "") + answer.pivotal.join(", ") + " alone it would be another." }) : "";
    $("if-answer").replaceChildren(el("p", { class: "verdict-line" }, el("b", { text: line }), " ", sure), why, pivot,
      this.beside(answer));
    say(line + (answer.certain ? " Certain." : " Uncertain because of " + answer.doubts.join(", ") + "."));
  }

  /* The old tally and the new one beside each other */
  beside(answer) {
    const [was, now] = [this.decision.tally, answer.decision.tally];
    const moves = this.decision.legal.filter((move) => move in was || move in now);
    if (!moves.length) return el("p", { class: "soft", text: "By " + answer.decision.by + "; there was no vote." });
    moves.sort((a, b) => (now[b] ?? -1e9) - (now[a] ?? -1e9));
    const cell = (tally, move, chosen) => el("td", { class: move === chosen ? "chosen" : null,
      text: move in tally ? String(Math.round(100 * tally[move]) / 100) : "\u2013" });
    const head = el("tr", {}, ...["Move", "Was", "Would be"].map((text) => el("th", { scope: "col", text: text })));
    return el("table", { class: "tally" }, el("caption", { class: "voice", text: "The tally as it was and as it would be" }),
      el("thead", {}, head), el("tbody", {}, ...moves.map((move) => el("tr", {}, el("th", { scope: "row", text: move }),
        cell(was, move, answer.was), cell(now, move, answer.now)))));
  }

  async decideAnew() {
    const answer = await attempt(() => post(this.at("/anew"), this.wishes()));
    if (answer) this.anew(answer);
  }

  /* ?compare=paradigm:2 asks at once */
  compare() {
    const wish = new URLSearchParams(location.search).get("compare") || "";
    const [name, ...rest] = wish.split(":");
    const field = wish && $("if-" + name);
    if (!wish) return;
    if (field) field.value = rest.join(":");
    if (field && field.value === rest.join(":")) this.whatIf();
    else attempt(() => { throw new Error("compare=" + wish + " asks for nothing that can be otherwise."); });
  }
}
