type TabGroup = { group: string; items: string; keys: readonly [back: string, on: string] };

/**
 * Parts of a page with many links or buttons, of which the Tab key stops at one. The arrow keys lead to the others, as
 * in every toolbar, so that whoever has no mouse comes to the text in a few steps. Without script, Tab stops at each.
 */
const GROUPS: readonly TabGroup[] = [
  {
    group: ".VPNavBar .content-body",
    items: ".VPNavBarMenuLink, .VPFlyout > button, .VPSwitchAppearance, .VPNavBarHamburger",
    keys: ["ArrowLeft", "ArrowRight"],
  },
  { group: ".VPLocalNav > .container", items: "button", keys: ["ArrowLeft", "ArrowRight"] },
  // Redocly's pages: see docs/reference.hbs.
  { group: ".site-header .tools", items: "a, button", keys: ["ArrowLeft", "ArrowRight"] },
  { group: ".menu-content", items: "a, button", keys: ["ArrowUp", "ArrowDown"] },
];

/** Makes each group one stop. To be called again when a page has other links, or another width. */
export function groupTabStops(): void {
  for (const { group, items } of GROUPS) {
    const element = document.querySelector<HTMLElement>(group);
    if (!element) continue;
    // Redoc's menu is a list for navigation.
    if (!element.role) element.role = "toolbar";
    const all = visibleItems(element, items);
    const stops = all.filter((each) => each.getAttribute("tabindex") === "0");
    setStop(all, stops.length === 1 ? stops[0] : all[0]);
  }
}

/** Answers the arrow keys in the groups, and keeps each one stop at any width. */
export function listenToArrows(): void {
  addEventListener("resize", groupTabStops);
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement)) return;
    for (const { group, items, keys } of GROUPS) {
      const element = target.closest<HTMLElement>(group);
      if (!element || !keys.includes(key) || !target.matches(items)) continue;
      const all = visibleItems(element, items);
      const step = key === keys[0] ? -1 : 1;
      const next = all.at((all.indexOf(target) + step) % all.length);
      setStop(all, next);
      next?.focus();
      event.preventDefault();
    }
  });
}

function visibleItems(group: HTMLElement, items: string): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(items)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
}

function setStop(all: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const each of all) each.tabIndex = each === stop ? 0 : -1;
}
