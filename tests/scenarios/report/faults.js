// What nobody could read on a page: too wide, cut, one over another, too faint, too small, or leading nowhere.
() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is ${root.scrollWidth} wide`);

  const colour = (text) => {
    const numbers = (text.match(/[\d.]+/g) || []).map(Number);
    return [...numbers.slice(0, 3), numbers.length > 3 ? numbers[3] : 1];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((each) => each / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const ancestors = (each) => { const all = []; for (let at = each; at; at = at.parentElement) all.push(at); return all; };
  const ground = (each) => ancestors(each).map((at) => colour(getComputedStyle(at).backgroundColor))
    .filter((rgb) => rgb[3] > 0).reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1;
  const faint = (each, ink, paper, what) => {
    const opacity = ancestors(each).reduce((all, at) => all * Number(getComputedStyle(at).opacity), 1);
    const ratio = contrast(over([...ink.slice(0, 3), ink[3] * opacity], paper), paper);
    if (ratio < 4.5) found.push(`${what} has a contrast of ${ratio.toFixed(2)}`);
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const said = texts.currentNode.textContent.trim(), each = texts.currentNode.parentElement;
    if (!said || each.closest("svg, script, style, caption") || !isSeen(each)) continue;
    faint(each, colour(getComputedStyle(each).color), ground(each), said);
  }
  for (const row of document.querySelectorAll("thead tr")) {
    const heads = [...row.querySelectorAll("button")].filter(isSeen).map((each) => each.getBoundingClientRect());
    heads.forEach((box, i) => {
      if (i && box.left < heads[i - 1].right - 1) found.push(`heads overlap: ${row.textContent}`);
    });
  }

  for (const picture of [...document.querySelectorAll("svg")].filter(isSeen)) {
    const box = picture.getBoundingClientRect(), scale = box.width / picture.viewBox.baseVal.width;
    const name = picture.getAttribute("aria-label"), lines = [];
    for (const each of [...picture.querySelectorAll("text")].filter(isSeen)) {
      const style = getComputedStyle(each), what = `${name}: ${each.textContent}`;
      if (parseFloat(style.fontSize) * scale < 9) found.push(`${what} is too small`);
      const spans = [...each.querySelectorAll("tspan")];
      for (const part of spans.length ? spans : [each]) {
        const at = part.getBoundingClientRect();
        if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1)
          found.push(`${what} leaves its picture`);
        if (!each.hasAttribute("transform")) lines.push({ at, each, said: part.textContent });
      }
      const own = each.getBoundingClientRect(), x = own.left + own.width / 2, y = own.top + own.height / 2;
      const below = [...picture.querySelectorAll("rect")].filter((tile) => {
        const r = tile.getBoundingClientRect();
        const isBefore = tile.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
        return isBefore && r.left <= x && x <= r.right && r.top <= y && y <= r.bottom;
      });
      const paper = below.reduce((under, tile) => {
        const fill = getComputedStyle(tile).fill;
        if (fill === "none") return under;
        const rgb = colour(fill);
        return over([...rgb.slice(0, 3), rgb[3] * Number(getComputedStyle(tile).fillOpacity)], under);
      }, ground(picture));
      faint(each, colour(style.fill), paper, what);
    }
    lines.forEach((one, i) => lines.slice(i + 1).forEach((other) => {
      const wide = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left);
      const high = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top);
      if (one.each !== other.each && wide > 1 && high > 3 * scale) found.push(`${name}: ${one.said} over ${other.said}`);
    }));
  }

  for (const link of document.querySelectorAll("a[href^='#']"))
    if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) found.push(`${link.hash} leads nowhere`);
  return [...new Set(found)];
}
