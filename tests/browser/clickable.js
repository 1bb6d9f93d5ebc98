// Functions for tests that find elements of the page and the points at which to click them. They change nothing.
(() => {
  // Returns a point at which a click hits the element, as near to its middle as possible, or null if it is covered.
  const clickPoint = node => {
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = node.getBoundingClientRect();
    // Another element may cover the middle, or the shape may be bent, so other points are tried too.
    const steps = [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9];
    for (const dy of steps) {
      for (const dx of steps) {
        const [x, y] = [box.x + box.width * dx, box.y + box.height * dy];
        const hit = document.elementFromPoint(x, y);
        if (hit && (hit === node || node.contains(hit))) return [x, y];
      }
    }
    return null;
  };
  const isVisible = node => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
  const findAll = selector => [...document.querySelectorAll(selector)].filter(isVisible);
  /** The number of visible elements that a selector finds. */
  window.visibleCount = selector => findAll(selector).length;
  /** The point at which to click the nth element that a selector finds, or the next one that is not covered. */
  window.spot = (selector, n) => {
    const found = findAll(selector);
    for (let i = 0; i < found.length; i++) {
      const point = clickPoint(found[(n + i) % found.length]);
      if (point) return point;
    }
    return null;
  };
  /** A value that changes when the page has reacted to a click. */
  window.state = () => `${document.documentElement.dataset.at} ${document.getElementById("answers").textContent}`;
  /** Whether the page waits for no reply of the server. */
  window.isIdle = () => document.getElementById("answers").getAttribute("aria-busy") !== "true";
})();
