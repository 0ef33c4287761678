/** What happens in the window when a reader chooses. */
export const CHOICE = "centavo-choice";
/** What happens in the window when a page shows the choice of before. */
const SHOWN = "centavo-examples";

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Lets a reader choose an example and a language. The address keeps the choice, and the next pages use it.
 * before-paint.js shows what is chosen.
 */
export function enhanceExamples(root: ParentNode): void {
  const pickers = [...root.querySelectorAll<HTMLElement>(".picker")];
  for (const picker of pickers) {
    const { example, language } = showChoice(picker);
    if (example?.value === chosen("example")) keep("example", example.value);
    if (language?.value === chosen("language")) keep("language", language.value);
    picker.onchange = ({ target }) => choose(target as Control, pickers);

    // A link leads to the heading of an example, which the choice replaces.
    const heading = linkedElement();
    const examples = picker.parentElement;
    if (!example || !heading?.matches("h3, h4") || heading.parentElement !== examples) continue;
    example.value = heading.nextElementSibling?.getAttribute("data-example") || example.value;
    choose(example, pickers);
    examples?.scrollIntoView();
  }
  // The application turns pages without a new run of before-paint.js.
  dispatchEvent(new Event(SHOWN));
}

/** Sets the controls of a picker to what is chosen, or to the first option if that is not among them. */
function showChoice(picker: HTMLElement) {
  const example = picker.querySelector("select");
  const languages = [...picker.querySelectorAll("input")];
  const language = languages.find(({ value }) => value === chosen("language")) ?? languages[0];
  if (language) language.checked = true;
  if (example) {
    const values = [...example.options].map(({ value }) => value);
    example.value = values.find((each) => each === chosen("example")) ?? values[0] ?? "";
  }
  return { example, language };
}

/** A page of several operations has a picker for each. A choice in one holds in all. */
function choose(control: Control, pickers: readonly HTMLElement[]): void {
  keep(control instanceof HTMLSelectElement ? "example" : "language", control.value);
  for (const picker of pickers) showChoice(picker);
  dispatchEvent(new Event(CHOICE));
}

/** The choice of a reader: that of the address, or the last one. */
function chosen(name: string): string {
  const query = new URLSearchParams(location.search);
  return query.get(name) || stored(name) || "";
}

/** Keeps a choice for the next pages, if the browser lets the site store. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`centavo-${name}`, value);
  } catch {}
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(`centavo-${name}`);
  } catch {
    return null;
  }
}

/** For the next pages, and in the address. */
function keep(name: string, value: string): void {
  store(name, value);
  const url = new URL(location.href);
  url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
}

/** What the address leads to. */
export function linkedElement(): HTMLElement | null {
  return document.getElementById(decodeURIComponent(location.hash.slice(1)));
}
