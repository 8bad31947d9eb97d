/* A contest: arrow keys step through its moves, and users can play on from any position. */
import { playOn } from "./dom.js";
import { addKeys } from "./keys.js";

playOn();
const moves = [...document.querySelectorAll(".moves li > a:first-child")];
const go = (by) => moves[moves.findIndex((each) => each.hasAttribute("aria-current")) + by]?.click();
addKeys({ ArrowLeft: () => go(-1), ArrowRight: () => go(1) });
