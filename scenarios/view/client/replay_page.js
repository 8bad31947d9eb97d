/* A decision of a trace: users replay it and ask about it. */
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

const payload = await attempt(() => get(address + "/decision"));
if (payload) {
  problem("");
  questions.about(address, payload);
  panel.story(payload);
  if (document.querySelector("#board svg")) {
    const board = new Board($("board"), null, (move) => questions.why(move));
    board.clicks = payload.clicks;
    board.mark();
    const heat = () => board.heat($("heat").checked && panel.isOver ? payload.decision.tally : null, payload.clicks);
    on("heat", "change", heat);
    panel.onLanding = heat;
  } else $("heat").closest("label").hidden = true;
  say(payload.decision.why);
  questions.compare();
}
