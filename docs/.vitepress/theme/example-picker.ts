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
  for (const picker of root.querySelectorAll<HTMLElement>(".picker")) {
    const controls = [...picker.querySelectorAll<Control>("[name]")];
    const language = controls.filter((each) => each instanceof HTMLInputElement);
    const example = controls.find((each) => each instanceof HTMLSelectElement);
    const radio = language.find(({ value }) => value === chosen("language")) ?? language[0];
    if (radio) radio.checked = true;
    const isOffered = [...(example?.options ?? [])].some(
      ({ value }) => value === chosen("example"),
    );
    if (example && isOffered) example.value = chosen("example");
    if (isOffered) keep("example", chosen("example"));
    if (radio && radio.value === chosen("language")) keep("language", radio.value);
    picker.onchange = ({ target }) => choose(target as Control);

    // A link leads to the heading of an example, which the choice replaces.
    const heading = linkedElement();
    const examples = picker.parentElement;
    if (!example || heading?.tagName !== "H3" || heading.parentElement !== examples) continue;
    example.value = heading.nextElementSibling?.getAttribute("data-example") || example.value;
    choose(example);
    examples?.scrollIntoView();
  }
  // The application turns pages without a new run of before-paint.js.
  dispatchEvent(new Event(SHOWN));
}

function choose({ name, value }: Control): void {
  keep(name, value);
  dispatchEvent(new Event(CHOICE));
}

/** The choice of a reader: that of the address, or the last one. */
export function chosen(name: string): string {
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
