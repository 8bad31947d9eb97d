/* Pages of results: lists are filtered by address, and counts of an experiment under way are kept up to date. */
import { $, get, say } from "./dom.js";

for (const each of document.querySelectorAll("svg[data-wide]")) each.style.setProperty("--wide", each.dataset.wide);

for (const select of document.querySelectorAll("select[data-filter]")) {
  select.addEventListener("change", () => {
    const query = new URLSearchParams(location.search);
    if (select.value === "") query.delete(select.dataset.filter);
    else query.set(select.dataset.filter, select.value);
    query.delete("from");
    location.search = query.toString();
  });
}

const progress = $("progress");
async function look() {
  try {
    const state = await get(document.body.dataset.address + "/state");
    if (String(state.contests) !== progress.dataset.contests) {
      progress.dataset.contests = state.contests;
      progress.textContent = state.words + " Load the page again for its tables.";
      say(state.words, false);
    }
  } catch (error) {
    progress.textContent = error.message;
  }
  setTimeout(look, 2000);
}
if (progress) setTimeout(look, 2000);
