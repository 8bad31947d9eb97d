/* Keys: the same on every page; each page lists them. */
import { $, on } from "./dom.js";

const dialog = $("keys-list");
const panels = ["board", "chart", "why", "if-paradigm"].map($).filter(Boolean);
let at = 0;
const all = {
  "?": () => dialog.showModal(),
  c: () => {
    at = (at + 1) % panels.length;
    (panels[at]?.querySelector('[tabindex="0"]') || panels[at])?.focus();
  },
  w: () => $("why")?.click(), n: () => $("why-not")?.click(), h: () => $("hint")?.click(), u: () => $("undo")?.click(),
};

/* Add the keys of one page */
export const addKeys = (actions) => Object.assign(all, actions);

export const panelKeys = (panel) => addKeys({
  " ": () => panel.toggle(), ArrowLeft: () => panel.step(-1), ArrowRight: () => panel.step(1),
});

on("keys-close", "click", () => dialog.close());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const target = event.target;
  if (target.closest("input:not([type=checkbox], [type=range]), select, textarea")) return;
  if (event.key.startsWith("Arrow") && target.type === "range") return;
  if (event.key === " " && target.closest("button, a, summary, label")) return;
  const name = (event.shiftKey && event.key.startsWith("Arrow") ? "Shift" : "") + event.key;
  const action = all[name] || all[event.key.toLowerCase()];
  if (!action || (event.key.startsWith("Arrow") && !all[name])) return;
  event.preventDefault();
  action();
});
$("keys")?.addEventListener("click", all["?"]);
