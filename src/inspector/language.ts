import { filledIn, HOLE } from "../text/filled-in.ts";
import { portuguese } from "./contract.ts";
import { keyOf, type Text, type Texts, table } from "./texts.ts";

/** A language of the page, as HTML and Intl name it. */
export type Language = "en" | "pt-BR";

/** What each language calls itself. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  "pt-BR": "Português",
};

/** Where the browser keeps the choice. The docs, which may have the same origin, keep the language of their samples. */
const KEY = "centavo-inspector-language";

/** The language of the page. It changes only with `texts`. */
export let language: Language = firstLanguage();

/** The texts of the page in its language. Read them while rendering: they change with the language. */
export let texts: Texts = textsIn(language);

let showAgain = () => {};

/** Shows the page now, and again in each language that is chosen later. */
export function showInLanguage(show: () => void): void {
  showAgain = show;
  document.documentElement.lang = language;
  show();
}

/** Chooses a language, for this browser's later visits too. */
export function chooseLanguage(next: Language): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // The choice lasts as long as the page.
  }
  language = next;
  texts = textsIn(next);
  showInLanguage(showAgain);
}

/** The language that was chosen, or the first of the browser's that the page speaks. */
function firstLanguage(): Language {
  const preferred = [stored(), ...navigator.languages];
  const known = preferred.find((tag) => /^(en|pt)\b/i.test(tag)) ?? "en";
  return /^pt/i.test(known) ? "pt-BR" : "en";
}

/** What this browser keeps. It may refuse, and what formats words is used without a browser, too. */
function stored(): string {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function textsIn(chosen: Language): Texts {
  if (chosen === "en") return table;
  const groups = Object.entries(table).map(([group, texts]) => [
    group,
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inPortuguese(text)])),
  ]);
  return Object.fromEntries(groups);
}

function inPortuguese(text: Text): Text {
  const said = portuguese.texts[keyOf(text)];
  if (typeof text === "string") return said ?? text;
  return (...values: unknown[]) =>
    // A text with a number has forms for one and for many, as the sandbox's answers have.
    said === undefined ? inLanguage(text(...(values as never[]))) : filledIn(said, values);
}

/**
 * A text of the contract or an answer of the sandbox in the language of the page, without the marks of Markdown for code. What
 * has no translation stays as it is.
 */
export function inLanguage(text: string): string {
  if (language === "en") return text.replaceAll("`", "");
  // Any listener may report any text.
  const said = Object.hasOwn(portuguese.texts, text)
    ? portuguese.texts[text]
    : answerInPortuguese(text);
  return (said ?? text).replaceAll("`", "");
}

/** What the sandbox may answer, with a group for each of its values. */
const answers = Object.entries(portuguese.answers).map(([english, said]) => {
  const parts = english.split(HOLE).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${parts.join("(.+)")}$`), said };
});

function answerInPortuguese(text: string): string | undefined {
  for (const { pattern, said } of answers) {
    const values = pattern.exec(text)?.slice(1);
    if (values)
      return filledIn(
        said,
        values.map((value) => answerInPortuguese(value) ?? value),
      );
  }
  return undefined;
}

/** What a value means, in brackets behind it if the page is not in English. */
export function withMeaning(value: string): string {
  const meaning = meaningOf(value);
  return meaning === undefined ? value : `${value} (${meaning})`;
}

/** What a value means, if the page is not in English. */
export function meaningOf(value: string): string | undefined {
  return language === "en" ? undefined : portuguese.meanings[value];
}
