"""What every page owes to whoever comes by keys, listens to it, or sees little contrast."""

from pathlib import Path
from typing import Any

import pytest

from scenarios.view.page_frame import KEYS

KEPT = Path(__file__).parents[2] / "data" / "view"
CONTROLS = "a[href], button, input, select, meter, summary, [role=gridcell], [role=grid], [role=group]"
UNNAMED = """(controls) => [...document.querySelectorAll(controls)].filter((each) => each.checkVisibility()
  && !(each.getAttribute("aria-label") || each.textContent.trim() || (each.labels && each.labels.length)
  || each.getAttribute("aria-labelledby"))).map((each) => each.outerHTML.slice(0, 80))"""
MARK = """const mark = (each) => {
  window.marks = window.marks || new Map();
  const name = window.marks.size + ": " + each.tagName + " " + each.id;
  if (!window.marks.has(each)) window.marks.set(each, name);
  return window.marks.get(each);
};"""
WANTED = f"""() => {{ {MARK}
  return [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")]
    .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0).map(mark); }}"""
HERE = f"""() => {{ {MARK}
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const style = getComputedStyle(each);
  const isShown = each.getAttribute("role") === "gridcell" || each.matches(".point.here");
  return {{ id: mark(each), seen: isShown || style.outlineStyle !== "none" }}; }}"""
GO_TO = "(id) => { for (const [each, name] of window.marks) if (name === id) each.focus(); }"
FAULTS = """() => {
  const faults = [];
  const all = (what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility());
  const said = (each) => each.outerHTML.slice(0, 90);
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title) faults.push("no title");
  if (all("h1").length !== 1) faults.push(all("h1").length + " first headings");
  if (all("main").length !== 1) faults.push(all("main").length + " main parts");
  let level = 0;
  for (const each of all("h1, h2, h3, h4")) {
    if (Number(each.tagName[1]) > level + 1) faults.push("a level is left out before " + said(each));
    level = Number(each.tagName[1]);
  }
  const ids = all("[id]").map((each) => each.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push("two have the id " + id);
  for (const each of all("[role=img], img")) {
    const isNamed = each.getAttribute("aria-label") || each.querySelector("title");
    if (!isNamed && !each.closest("[aria-hidden=true]")) faults.push("no name: " + said(each));
  }
  for (const each of all("th")) if (!each.scope) faults.push("a head of nothing: " + said(each));
  for (const each of all("a[href^='#']"))
    if (!document.querySelector(each.getAttribute("href"))) faults.push("leads nowhere: " + said(each));
  for (const name of ["aria-labelledby", "aria-describedby", "for"])
    for (const each of all("[" + name + "]"))
      if (!document.getElementById(each.getAttribute(name))) faults.push(name + " of nobody: " + said(each));
  const homes = "main, nav, header, footer, aside, dialog, [role], .skip, script, noscript, #tip";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest(homes))
      faults.push("in no part of the page: " + texts.currentNode.data.trim().slice(0, 60));
  return faults;
}"""
PALE = """() => {
  const parse = (text) => [...text.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
  const linear = (each) => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4;
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((each) => linear(each / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return [255, 255, 255, 1];
  };
  const pale = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const each = texts.currentNode.parentElement, words = texts.currentNode.data.trim().slice(0, 60);
    const isLeftOut = each.closest("svg, .voice, script, noscript, :disabled");
    if (!words || !each.checkVisibility() || isLeftOut) continue;
    const style = getComputedStyle(each), size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const lights = [light(parse(style.color)), light(ground(each))].sort((a, b) => b - a);
    const contrast = (lights[0] + .05) / (lights[1] + .05);
    if (contrast < (isLarge ? 3 : 4.5)) pale.push(contrast.toFixed(2) + " " + words);
  }
  return pale;
}"""


def check_controls(page: Any) -> None:
    """See that every control has a name, and is reached by Tab and again by Shift+Tab, where one sees it."""
    assert page.evaluate(UNNAMED, CONTROLS) == []
    wanted, reached = page.evaluate(WANTED), []
    page.evaluate("() => document.body.focus()")
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if here is None or here["id"] in reached:
            break
        assert here["seen"], here
        reached.append(here["id"])
    assert set(reached) == set(wanted)
    page.evaluate(GO_TO, reached[-1])
    back = [reached[-1]]
    for _ in reached[1:]:
        page.keyboard.press("Shift+Tab")
        here = page.evaluate(HERE)
        assert here is not None
        assert here["seen"], here
        back.append(here["id"])
    assert back == reached[::-1]


def check_reading(page: Any) -> None:
    """See that headings, landmarks, names and links are in order, and no text too pale or cut off."""
    faults, pale = page.evaluate(FAULTS), page.evaluate(PALE)
    assert not faults, faults
    assert not pale, pale
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0


def check_keys(page: Any) -> None:
    """See that `?` shows the list of keys, and Escape closes it."""
    page.wait_for_load_state("load")
    page.keyboard.press("?")
    page.locator("#keys-list").wait_for()
    assert page.locator("#keys-list dt").all_text_contents() == [key for key, _ in KEYS]
    page.keyboard.press("Escape")
    page.locator("#keys-list").wait_for(state="hidden")


def check_tree(found: str, name: str) -> None:
    """Compare what a screen reader finds with what was kept; delete the file to keep another."""
    file = KEPT / f"{name}.yaml"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(found)
        pytest.fail(f"{file.name} was not there, and is now: look at it, and run this again")
    assert found == file.read_text()
