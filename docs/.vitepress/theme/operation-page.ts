import { enhanceExamples, linkedElement, store } from "./example-picker.ts";
import { enhanceLiveParts } from "./live-parts.ts";
import { groupTabStops, listenToArrows } from "./roving-tabindex.ts";

const SWITCH = ".assumed-count button";

/** What the buttons say, which their page says first in its own language. */
const WORDS = {
  en: { show: "show", hide: "hide", unfold: "Unfold all", fold: "Fold all" },
  "pt-BR": { show: "mostrar", hide: "ocultar", unfold: "Abrir tudo", fold: "Fechar tudo" },
};

/** What the buttons of a page do. Only pages of operations have the last two. */
const BUTTONS: Readonly<Record<string, (button: HTMLElement) => unknown>> = {
  ".copy-page": copyPage,
  ".unfold button": unfold,
  [SWITCH]: () => {
    const { dataset } = document.documentElement;
    if (dataset.assumed) delete dataset.assumed;
    else dataset.assumed = "shown";
    store("assumed", dataset.assumed ?? "");
    showSwitch();
  },
};

/** Prepares a page of operations that has just come. */
export function enhanceOperation(): void {
  enhanceExamples(document);
  enhanceLiveParts(document);
  showSwitch();
  groupTabStops();
  showActiveEntry();
  reveal();
}

/** Answers the buttons and the keys of all pages, from whichever script comes first. */
export function listenToReaders(): void {
  const { dataset } = document.documentElement;
  if ("listening" in dataset) return;
  dataset.listening = "";
  listenToArrows();
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const [selector, press] of Object.entries(BUTTONS)) {
      const button = target.closest<HTMLElement>(selector);
      if (button) press(button);
    }
  });
  addEventListener("keydown", ({ key }) => {
    const { activeElement } = document;
    if (key === "Escape" && activeElement?.closest(".assumed"))
      (activeElement as HTMLElement).blur();
  });
  addEventListener("hashchange", () => {
    enhanceExamples(document);
    reveal();
  });
}

/** Copies the page as Markdown, or opens it where a browser lets no page copy. */
async function copyPage(button: HTMLElement): Promise<void> {
  const { source = "", copied = "" } = button.dataset;
  try {
    const page = await fetch(source);
    await navigator.clipboard.writeText(await page.text());
    button.textContent = copied;
  } catch {
    location.assign(source);
  }
}

function showSwitch(): void {
  const isShown = document.documentElement.dataset.assumed === "shown";
  for (const button of document.querySelectorAll(SWITCH)) {
    button.setAttribute("aria-pressed", `${isShown}`);
    button.textContent = isShown ? words().hide : words().show;
  }
}

/** Unfolds all fields of a body, or folds them again. */
function unfold(button: HTMLElement): void {
  const all = [...(button.closest(".fields")?.querySelectorAll("details") ?? [])];
  const isOpen = all.every(({ open }) => open);
  for (const details of all) details.open = !isOpen;
  button.textContent = isOpen ? words().unfold : words().fold;
}

function words() {
  return document.documentElement.lang === "pt-BR" ? WORDS["pt-BR"] : WORDS.en;
}

/** Scrolls the sidebar to the entry of the page, and nothing else. */
function showActiveEntry(): void {
  const sidebar = document.querySelector(".VPSidebar");
  const entry = sidebar?.querySelector(".is-active > .item");
  if (!sidebar || !entry) return;
  const { top, bottom, height } = sidebar.getBoundingClientRect();
  const place = entry.getBoundingClientRect();
  const header = document.querySelector(".VPNavBar")?.clientHeight ?? 0;
  if (place.top < top + header || place.bottom > bottom)
    sidebar.scrollTop += place.top - top - height / 3;
}

/** Unfolds what is around the target of a link. */
function reveal(): void {
  const target = linkedElement();
  let wasFolded = false;
  for (let each = target?.closest("details"); each; each = each.parentElement?.closest("details")) {
    wasFolded ||= !each.open;
    each.open = true;
  }
  if (wasFolded) target?.scrollIntoView();
}
