// What is wrong on a page that can be measured: parts wider than the window, text cut off, controls too small for a finger.
(finger) => {
  const found = new Set();
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
  const said = (one) => (one.getAttribute("aria-label") || one.textContent || one.name || "").trim().slice(0, 30);
  const name = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].join(".")} "${said(one)}"`;
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => seen(one) && !one.closest(".visually-hidden, .skip, .sheet-of-map"));
  if (document.documentElement.scrollWidth > innerWidth + 1) {
    const wide = all("body *").filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".scroll, nav"));
    found.add(`wider than the window: ${wide.slice(-3).map(name).join(", ")}`);
  }
  for (const one of all("button, .button, a, p, h1, h2, h3, li, summary, label, small")) {
    const { overflowX, display } = getComputedStyle(one);
    const hides = !["visible", "auto"].includes(overflowX) && display !== "inline";
    if (hides && one.scrollWidth > one.clientWidth + 2) found.add(`cut off: ${name(one)}`);
  }
  for (const one of finger ? all("button, .button, select, input:not([type=hidden]), summary, nav a, [role=button]") : []) {
    const { width, height } = (one.closest("label") || one).getBoundingClientRect();
    if (Math.min(width, height) < finger - 0.5) found.add(`small for a finger (${Math.round(width)} x ${Math.round(height)}): ${name(one)}`);
  }
  return [...found];
}
