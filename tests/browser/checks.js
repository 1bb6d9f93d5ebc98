// For tests: what of the page is hard to read or to hit.
(() => {
  const rgb = text => (text.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const part = c => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));
  const ground = node => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = rgb(style.backgroundColor);
      if (colour.length === 3 || colour[3] > 0) layers.push(colour);
      if (colour.length === 3 || colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const seen = node => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
  /** Texts whose colour is too near to what is behind them. */
  window.faint = () => {
    const out = [];
    for (const node of document.querySelectorAll("body *")) {
      const text = [...node.childNodes].filter(child => child.nodeType === 3).map(child => child.data.trim()).join("") || node.placeholder;
      if (!text || node.closest("svg, noscript, :disabled") || !seen(node)) continue;
      const behind = ground(node);
      if (!behind) continue;
      const own = over(rgb(getComputedStyle(node).color), behind);
      const [a, b] = [light(own), light(behind)].sort((a, b) => b - a);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < 4.5) out.push(`${contrast.toFixed(2)} ${node.className || node.id || node.tagName}: ${text.slice(0, 30)}`);
    }
    return out;
  };
  /** What is to be touched and is smaller than a finger. */
  window.small = () =>
    [...document.querySelectorAll("button, select, input:not([type=checkbox])")].filter(seen).flatMap(node => {
      const { width, height } = node.getBoundingClientRect();
      return width < 43.5 || height < 43.5 ? [`${Math.round(width)}x${Math.round(height)} ${node.className || node.id}: ${node.textContent.slice(0, 20)}`] : [];
    });
})();
