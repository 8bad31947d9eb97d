/* A decision of a trace: it happens again, and can be asked about. */
import { $, attempt, get, on, playOn, problem, say } from "./dom.js";
import { Board } from "./board.js";
import { addKeys, panelKeys } from "./keys.js";
import { Panel } from "./panel.js";
import { Questions } from "./whatif.js";

playOn();
const address = document.body.dataset.address;
const panel = new Panel();
const questions = new Questions(panel);
questions.anew = (answer) => { location.href = answer.address; };
panelKeys(panel);
addKeys({ ShiftArrowLeft: () => $("previous")?.click(), ShiftArrowRight: () => $("next")?.click() });

const told = await attempt(() => get(address + "/told"));
if (told) {
  problem("");
  questions.about(address, told);
  panel.story(told);
  if (document.querySelector("#board svg")) {
    const board = new Board($("board"), null, (move) => questions.why(move));
    board.clicks = told.clicks;
    board.mark();
    const heat = () => board.heat($("heat").checked && panel.isOver ? told.decision.tally : null, told.clicks);
    on("heat", "change", heat);
    panel.onLanding = heat;
  } else $("heat").closest("label").hidden = true;
  say(told.decision.why);
  questions.compare();
}
