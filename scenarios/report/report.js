/* Sorts tables, filters settings, and shows the figures of charts on hover and on keyboard focus. It works on the
   content of the page, fetches nothing, and writes only text. The page is readable without it. */
"use strict";
(function () {
  /* Sorting */
  const UNITS = { ns: 1e-9, "µs": 1e-6, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 };

  function sortKey(text) {
    const found = /^[^\d+\-\u2212.]*([+\-\u2212]?[\d,]*\.?\d+(?:e[+\-]?\d+)?)(?:\s*\[[^\]]*\])?\s*(ns|µs|us|ms|s|min|h)?(?![a-z])/i
      .exec(text.trim());
    if (!found || /^[a-z]{3}/i.test(text.trim())) return null;
    const value = Number(found[1].replace(/,/g, "").replace("\u2212", "-"));
    return value * (UNITS[found[2]] || 1);
  }

  function compare(a, b) {
    if (a.number !== null && b.number !== null) return a.number - b.number;
    if (a.number !== null || b.number !== null) return a.number === null ? 1 : -1;
    return a.text.localeCompare(b.text, undefined, { numeric: true });
  }

  function cellKey(cell) {
    if (!cell) return { number: null, text: "" };
    const given = cell.getAttribute("data-sort");
    const text = cell.textContent;
    return { number: given === null ? sortKey(text) : given === "" ? null : Number(given), text: text };
  }

  function sortBy(table, column, direction) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    rows.forEach(function (row, i) { if (row.dataset.at === undefined) row.dataset.at = String(i); });
    const sign = direction === "descending" ? -1 : 1;
    const keyed = rows.map(function (row) {
      const key = cellKey(row.cells[column]);
      return { row: row, key: key, isEmpty: key.number === null && /^[\s·]*$/.test(key.text), at: Number(row.dataset.at) };
    });
    keyed.sort(function (a, b) {
      if (direction === "none") return a.at - b.at;
      if (a.isEmpty !== b.isEmpty) return a.isEmpty ? 1 : -1;
      return sign * compare(a.key, b.key) || a.at - b.at;
    });
    keyed.forEach(function (each) { body.appendChild(each.row); });
  }

  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

  function startSorting(table) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      const button = head.querySelector("button.sort");
      if (!button) return;
      button.disabled = false;
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () {
        const direction = NEXT[head.getAttribute("aria-sort")];
        heads.forEach(function (each) { if (each.hasAttribute("aria-sort")) each.setAttribute("aria-sort", "none"); });
        head.setAttribute("aria-sort", direction);
        sortBy(table, column, direction);
        say((button.textContent || "") + ": " + (direction === "none" ? "original order" : direction));
      });
    });
  }

  /* Filtering */
  function startFiltering(box) {
    const inputs = Array.from(box.querySelectorAll("input[data-key]"));
    const marked = Array.from(document.querySelectorAll("[data-of]"));
    const blocks = Array.from(document.querySelectorAll(".against-paper figure, .against-paper .block"));
    const status = box.querySelector(".filtered");
    function apply() {
      const off = new Set(inputs.filter(function (each) { return !each.checked; })
        .map(function (each) { return each.dataset.key; }));
      marked.forEach(function (each) {
        const isOff = each.dataset.of.split(" ").some(function (key) { return off.has(key); });
        each.classList.toggle("off", isOff);
      });
      blocks.forEach(function (each) { each.classList.toggle("bare", !each.querySelector(".point:not(.off *)")); });
      status.textContent = off.size ? off.size + " of " + inputs.length + " hidden" : "";
    }
    inputs.forEach(function (each) { each.addEventListener("change", apply); });
    const all = box.querySelector("button.all");
    all.addEventListener("click", function () {
      inputs.forEach(function (each) { each.checked = true; });
      apply();
    });
    box.hidden = false;
    apply();
  }

  /* Figures behind charts */
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  const voice = document.createElement("p");
  voice.className = "voice";
  voice.setAttribute("role", "status");

  function say(text) { voice.textContent = text; }

  function showTip(point) {
    const box = point.getBoundingClientRect();
    tip.textContent = point.getAttribute("aria-label");
    tip.hidden = false;
    const half = tip.offsetWidth / 2;
    const wide = document.documentElement.clientWidth;
    const x = Math.min(Math.max(box.left + box.width / 2, half + 4), wide - half - 4);
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = (x - half + window.scrollX) + "px";
    tip.style.top = ((above > 0 ? above : box.bottom + 8) + window.scrollY) + "px";
    mark(point);
  }

  function hideTip() {
    tip.hidden = true;
    mark(null);
  }

  let marked = null;
  function mark(point) {
    if (marked) marked.classList.remove("here");
    marked = point;
    if (point) point.classList.add("here");
  }

  function nearest(points, event) {
    let best = null, least = 30 * 30;
    points.forEach(function (point) {
      if (point.closest(".off")) return;
      const box = point.getBoundingClientRect();
      const x = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
      const y = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
      if (x * x + y * y < least) { least = x * x + y * y; best = point; }
    });
    return best;
  }

  function startPointing(chart) {
    const points = Array.from(chart.querySelectorAll(".point"));
    if (!points.length) return;
    chart.setAttribute("role", "group");
    points.forEach(function (point, i) {
      const title = point.querySelector(":scope > title");
      point.setAttribute("aria-label", title ? title.textContent : "");
      if (title) title.remove();
      point.setAttribute("role", "img");
      point.setAttribute("tabindex", i ? "-1" : "0");
      point.addEventListener("focus", function () { showTip(point); });
      point.addEventListener("blur", hideTip);
    });
    chart.addEventListener("pointermove", function (event) {
      const point = nearest(points, event);
      if (point && point !== marked) showTip(point);
      else if (!point) hideTip();
    });
    chart.addEventListener("pointerleave", hideTip);
    chart.addEventListener("keydown", function (event) { step(points, event); });
  }

  function step(points, event) {
    const seen = points.filter(function (point) { return !point.closest(".off"); });
    const at = seen.indexOf(document.activeElement);
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: seen.length - 1,
      ArrowDown: nextGroup(seen, at, 1), ArrowUp: nextGroup(seen, at, -1) }[event.key];
    if (event.key === "Escape") hideTip();
    if (to === undefined || !seen[to]) return;
    event.preventDefault();
    seen[at].setAttribute("tabindex", "-1");
    seen[to].setAttribute("tabindex", "0");
    seen[to].focus();
  }

  function nextGroup(points, at, way) {
    const here = points[at].parentNode;
    let to = at;
    while (points[to] && points[to].parentNode === here) to += way;
    if (!points[to]) return undefined;
    const there = points[to].parentNode;
    while (way < 0 && points[to - 1] && points[to - 1].parentNode === there) to -= 1;
    return to;
  }

  /* Contents: a list beside a wide page, folded on a narrow one */
  function startContents(details) {
    const wide = window.matchMedia("(min-width: 75rem)");
    function fit() { details.open = wide.matches; }
    wide.addEventListener("change", fit);
    fit();
    details.addEventListener("click", function (event) {
      if (!wide.matches && event.target.closest("a")) details.open = false;
    });
  }

  /* Open a folded section when a link leads into it */
  function unfold() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  }

  function hint(box) {
    const more = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("more", more && box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    box.classList.toggle("wide", more);
  }

  document.documentElement.classList.add("scripted");
  document.body.append(tip, voice);
  document.querySelectorAll("table").forEach(startSorting);
  const filter = document.getElementById("filter");
  if (filter) startFiltering(filter);
  document.querySelectorAll("figure svg:not(.board)").forEach(startPointing);
  const contents = document.querySelector("nav.contents details");
  if (contents) startContents(contents);
  document.querySelectorAll(".scroll").forEach(function (box) {
    box.addEventListener("scroll", function () { hint(box); }, { passive: true });
    new ResizeObserver(function () { hint(box); }).observe(box);
  });
  window.addEventListener("hashchange", unfold);
  unfold();
})();
