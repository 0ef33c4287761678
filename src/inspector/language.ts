import * as contract from "./contract.ts";
import { meanings, portuguese } from "./contract-translations.ts";
import { type Texts, table } from "./texts.ts";

/** A language of the page, as HTML and Intl name it. */
export type Language = "en" | "pt-BR";

/** What each language calls itself. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  "pt-BR": "Português",
};

/** Where the browser keeps the choice. */
const KEY = "centavo-language";

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
  localStorage.setItem(KEY, next);
  language = next;
  texts = textsIn(next);
  showInLanguage(showAgain);
}

/** The language that was chosen, or the first of the browser's that the page speaks. */
function firstLanguage(): Language {
  // What formats words is used without a browser, too.
  const preferred = [globalThis.localStorage?.getItem(KEY) ?? "", ...navigator.languages];
  const known = preferred.find((tag) => /^(en|pt)\b/i.test(tag)) ?? "en";
  return /^pt/i.test(known) ? "pt-BR" : "en";
}

function textsIn(chosen: Language): Texts {
  const index = chosen === "en" ? 0 : 1;
  const groups = Object.entries(table).map(([group, pairs]) => [
    group,
    Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[index]])),
  ]);
  return Object.fromEntries(groups);
}

/** A text of the contract in the language of the page. One without a translation stays as it is. */
export function inLanguage(text: string): string {
  return language === "en" ? text : (portuguese[text] ?? contract.portuguese[text] ?? text);
}

/** What a value means, in brackets behind it if the page is not in English. */
export function withMeaning(value: string): string {
  const meaning = meaningOf(value);
  return meaning === undefined ? value : `${value} (${meaning})`;
}

/** What a value means, if the page is not in English. */
export function meaningOf(value: string): string | undefined {
  return language === "en" ? undefined : meanings[value];
}
