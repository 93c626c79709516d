// Faults of a drawn page that a machine can see, as [rule, what] pairs. The value of this expression is the list.
(() => {
  const findings = [];
  const report = (rule, what) => findings.push([rule, what]);
  const root = document.documentElement;

  const name = (element) => {
    const id = element.id ? "#" + element.id : "";
    const classes = [...element.classList].map((c) => "." + c).join("");
    return element.tagName.toLowerCase() + id + classes;
  };
  const excerpt = (text) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 60));
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  // The page scrolls sideways.
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .slice(-1).map(name);
    report("overflow", `${root.scrollWidth} px wide in ${root.clientWidth} px; for example ${wide}`);
  }

  // Text that an ancestor cuts off. An ellipsis is a cut too; [data-may-clip] allows it. A box of one pixel hides
  // text from eyes on purpose, for screen readers; a box that scrolls shows all of it in the end.
  const cutter = (element, range) => {
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      if (box.hasAttribute("data-may-clip")) return null;
      const style = getComputedStyle(box);
      const cuts = (overflow) => overflow === "hidden" || overflow === "clip";
      const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return null;
      if (!cuts(style.overflowX) && !cuts(style.overflowY)) continue;
      if (box.clientWidth <= 1 && box.clientHeight <= 1) return null;
      const edge = box.getBoundingClientRect();
      const beyondX = cuts(style.overflowX) && (range.left < edge.left - 1 || range.right > edge.right + 1);
      const beyondY = cuts(style.overflowY) && (range.top < edge.top - 2 || range.bottom > edge.bottom + 2);
      if (beyondX || beyondY) return box;
    }
    return null;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element || element.closest("script, style, noscript, svg") || !visible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = cutter(element, range.getBoundingClientRect());
    if (box) report("clipped", `${excerpt(node.data)} in ${name(box)}`);
  }

  // A text that the chosen language lacks shows as its key in white brackets.
  const missing = new Set();
  const search = (text) => { for (const key of (text || "").match(/⟦[^⟧]*⟧?/g) || []) missing.add(key); };
  search(document.title);
  search(document.body.textContent);
  for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder], [aria-description], [aria-valuetext]")) {
    for (const attribute of ["aria-label", "title", "alt", "placeholder", "aria-description", "aria-valuetext"]) {
      search(element.getAttribute(attribute));
    }
  }
  for (const key of missing) report("missing text", key);

  // Labels of a chart, which writes them when it is asked to: data-labels is [[x, y, width, height, text], …] in CSS pixels of the element that carries it.
  for (const chart of document.querySelectorAll(".plot")) chart.dispatchEvent(new Event("labels"));
  for (const chart of document.querySelectorAll("[data-labels]")) {
    if (!visible(chart)) continue;
    const box = chart.getBoundingClientRect();
    let labels = [];
    try {
      labels = JSON.parse(chart.dataset.labels);
    } catch (trouble) {
      report("labels", `${name(chart)}: ${trouble}`);
    }
    labels.forEach(([x, y, width, height, text], index) => {
      if (x < -1 || y < -1 || x + width > box.width + 1 || y + height > box.height + 1) {
        report("label beyond chart", `${excerpt(text)} in ${name(chart)}`);
      }
      for (const [otherX, otherY, otherWidth, otherHeight, otherText] of labels.slice(index + 1)) {
        const acrossX = Math.min(x + width, otherX + otherWidth) - Math.max(x, otherX);
        const acrossY = Math.min(y + height, otherY + otherHeight) - Math.max(y, otherY);
        if (acrossX > 1 && acrossY > 1) {
          report("labels overlap", `${excerpt(text)} and ${excerpt(otherText)} in ${name(chart)}`);
        }
      }
    });
  }
  return findings;
})()
