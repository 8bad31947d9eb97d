/* Results pages: filter lists through the URL, and update the counts of an experiment in progress. */
import { $, get, say } from "./dom.js";

for (const each of document.querySelectorAll("svg[data-wide]")) each.style.setProperty("--wide", each.dataset.wide);

/* A click follows the link of the point whose words are shown */
for (const chart of document.querySelectorAll("svg:has(a.point)")) {
  for (const each of chart.querySelectorAll("a.point")) each.removeAttribute("role");
  chart.addEventListener("click", (event) => {
    const here = chart.querySelector("a.point.here");
    if (here && !event.target.closest("a")) location.assign(here.getAttribute("href"));
  });
}

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
      progress.textContent = state.words + " Reload the page to update its tables.";
      say(state.words, false);
    }
  } catch (error) {
    progress.textContent = error.message;
  }
  setTimeout(look, 2000);
}
if (progress) setTimeout(look, 2000);
