/* Keys, the same on every page, and the list of them. */
import { $, el, on } from "./dom.js";

const KEYS = [
  ["Space", "play or pause the replay"], ["\u2190 \u2192", "one event back or on"],
  ["Shift + \u2190 \u2192", "the decision before or after"], ["w", "why this move"], ["n", "why not the others"],
  ["c", "change panel: board, blackboard, reasons, what-if"], ["h", "hint"], ["u", "take back"],
  ["Arrows, Enter, Esc", "on the board: go, pick, drop"], ["?", "this list"],
];
const PANELS = ["board", "chart", "why", "if-paradigm"];

export function startKeys(panel, deeds) {
  const dialog = $("keys-list");
  const close = el("button", { type: "button", text: "Close" });
  close.addEventListener("click", () => dialog.close());
  dialog.append(el("h2", { text: "Keys" }), el("dl", {}, ...KEYS.flatMap(([key, what]) =>
    [el("dt", {}, el("kbd", { text: key })), el("dd", { text: what })])), close);
  on("keys", "click", () => dialog.showModal());
  let at = 0;
  const all = {
    "?": () => dialog.showModal(),
    c: () => {
      at = (at + 1) % PANELS.length;
      const panel = $(PANELS[at]);
      (panel.querySelector('[tabindex="0"]') || panel).focus();
    },
    w: () => $("why").click(), n: () => $("why-not").click(),
    h: () => $("hint")?.click(), u: () => $("undo")?.click(),
    " ": () => panel.toggle(), ArrowLeft: () => panel.step(-1), ArrowRight: () => panel.step(1), ...deeds,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const target = event.target;
    if (target.closest("input:not([type=checkbox], [type=range]), select, textarea")) return;
    if (event.key.startsWith("Arrow") && target.type === "range") return;
    if (event.key === " " && target.closest("button, a, summary, label")) return;
    const name = (event.shiftKey && event.key.startsWith("Arrow") ? "Shift" : "") + event.key;
    const deed = all[name] || all[event.key.toLowerCase()];
    if (!deed || (event.key.startsWith("Arrow") && !all[name])) return;
    event.preventDefault();
    deed();
  });
}
