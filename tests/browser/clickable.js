// For tests: the lit elements of the page, and where to click them. It only reads the page.
(() => {
  const middle = node => {
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = node.getBoundingClientRect();
    // The click must hit the element itself: another may cover its middle, or its shape may be bent.
    const steps = [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9];
    for (const dy of steps) {
      for (const dx of steps) {
        const [x, y] = [box.x + box.width * dx, box.y + box.height * dy];
        const at = document.elementFromPoint(x, y);
        if (at && (at === node || node.contains(at))) return [x, y];
      }
    }
    return null;
  };
  const seen = node => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
  const all = selector => [...document.querySelectorAll(selector)].filter(seen);
  window.lit = selector => all(selector).length;
  /** The nth element that a selector finds, and where to click it; null if it is covered. */
  window.spot = (selector, n) => {
    const found = all(selector);
    for (let i = 0; i < found.length; i++) {
      const at = middle(found[(n + i) % found.length]);
      if (at) return at;
    }
    return null;
  };
  /** A value that changes once the page has reacted to a click. */
  window.state = () => `${document.documentElement.dataset.at} ${document.getElementById("answers").textContent}`;
  window.quiet = () => document.getElementById("answers").getAttribute("aria-busy") !== "true";
})();
