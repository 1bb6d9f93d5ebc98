// Functions for tests that find parts of the page that are hard to read or to touch.
(() => {
  const rgb = text => (text.match(/[\d.]+/g) ?? []).map(Number);
  // Returns the relative luminance of a colour.
  const light = ([r, g, b]) => {
    const part = c => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  // Returns the colour of `top`, which may be translucent, over `below`.
  const over = (top, below) => [0, 1, 2].map(i => top[i] * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));
  // Returns the background colour of an element, or null if it has a picture.
  const background = node => {
    const layers = [];
    for (let ancestor = node; ancestor; ancestor = ancestor.parentElement) {
      const style = getComputedStyle(ancestor);
      if (style.backgroundImage !== "none") return null;
      const colour = rgb(style.backgroundColor);
      if (colour.length === 3 || colour[3] > 0) layers.push(colour);
      if (colour.length === 3 || colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const isVisible = node => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
  /** Texts without enough contrast to their background. */
  window.faint = () => {
    const out = [];
    for (const node of document.querySelectorAll("body *")) {
      const text = [...node.childNodes].filter(child => child.nodeType === 3).map(child => child.data.trim()).join("") || node.placeholder;
      if (!text || node.closest("svg, noscript, :disabled") || !isVisible(node)) continue;
      const behind = background(node);
      if (!behind) continue;
      const own = over(rgb(getComputedStyle(node).color), behind);
      const [a, b] = [light(own), light(behind)].sort((a, b) => b - a);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < 4.5) out.push(`${contrast.toFixed(2)} ${node.className || node.id || node.tagName}: ${text.slice(0, 30)}`);
    }
    return out;
  };
  /** Names on the map without enough contrast to the topmost coloured shape below the middle of the name. */
  window.faintOnMap = () => {
    const out = new Set();
    const map = document.querySelector("#map svg");
    // Hide the rings that mark places and pieces meanwhile, because they are no background of a name.
    const rings = [...map.querySelectorAll(".rings")];
    rings.forEach(node => (node.style.display = "none"));
    const shapes = [...map.querySelectorAll("path, rect, circle")].filter(node => !node.closest("defs"));
    shapes.concat(...map.querySelectorAll("text, g, use")).forEach(node => (node.style.pointerEvents = node.tagName === "text" ? "none" : "all"));
    for (const text of map.querySelectorAll(":scope > g text")) {
      if (!isVisible(text) || text.closest(".counters use")) continue;
      const style = getComputedStyle(text);
      const size = parseFloat(style.fontSize);
      const { x, y, width, height } = text.getBoundingClientRect();
      const shapesAtPoint = document.elementsFromPoint(x + width / 2, y + height / 2).filter(node => shapes.includes(node) && !["none", "transparent"].includes(getComputedStyle(node).fill));
      const below = shapesAtPoint.find(node => node.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);
      // Skip a name whose middle another shape covers. Skip also the light copy of a name that is drawn behind the name
      // as the edge of its letters: the next element has the same text.
      if (shapesAtPoint[0] !== below || text.nextElementSibling?.textContent === text.textContent) continue;
      const colour = below && rgb(getComputedStyle(below).fill);
      if (!colour || colour.length === 4 || Number(getComputedStyle(below).opacity) < 1) continue;
      const own = over([...rgb(style.fill).slice(0, 3), Number(style.opacity)], colour);
      const [a, b] = [light(own), light(colour)].sort((a, b) => b - a);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < (size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5)) out.add(`${contrast.toFixed(2)} ${text.textContent} (${style.fill} on ${getComputedStyle(below).fill})`);
    }
    rings.forEach(node => (node.style.display = ""));
    return [...out];
  };
  /** Controls that are too small for a finger. */
  window.small = () =>
    [...document.querySelectorAll("button, select, input")].filter(isVisible).flatMap(node => {
      // A label belongs to its checkbox.
      const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
      return width < 43.5 || height < 43.5 ? [`${Math.round(width)}x${Math.round(height)} ${node.className || node.id}: ${node.textContent.slice(0, 20)}`] : [];
    });
})();
