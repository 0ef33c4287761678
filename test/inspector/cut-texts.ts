/** The texts of a page that are outside of the window or of their box, where nothing scrolls. Runs in the page. */
export function cutTexts(): string[] {
  const main = document.querySelector("main, .VPContent") ?? document.body;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const parent = currentNode.parentElement;
    if (!parent?.checkVisibility() || !currentNode.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(currentNode);
    const text = range.getBoundingClientRect();
    // Texts for screen readers alone are one pixel wide.
    if (text.width < 2 || parent.getBoundingClientRect().width < 2) continue;
    if (isCut(text, parent)) cut.push(currentNode.textContent.trim().slice(0, 80));
  }
  return cut;

  function isCut(text: DOMRect, parent: Element): boolean {
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === "auto" || overflowX === "scroll") return false;
      if (overflowX === "visible" && box.tagName !== "svg") continue;
      const { left, right } = box.getBoundingClientRect();
      if (right - left > 2 && (text.right > right + 1 || text.left < left - 1)) return true;
    }
    return text.right > innerWidth + 1 || text.left < -1;
  }
}
