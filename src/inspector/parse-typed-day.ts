import type { Language } from "./language.ts";

/** A day as people in Brazil write it. */
const BRAZILIAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/**
 * The day that somebody means who types in a language, as the contract writes it, or undefined. A day that begins with
 * its year is understood in both languages.
 *
 * @example
 * parseTypedDay("2/3/2026", "pt-BR"); // "2026-03-02"
 */
export function parseTypedDay(text: string, language: Language): string | undefined {
  const [, day = "", month = "", year] = BRAZILIAN.exec(text.trim()) ?? [];
  const iso =
    year === undefined || language === "en"
      ? text.trim()
      : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : undefined;
}

/** Whether a text is a day of the calendar, as the contract writes it. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A day of the contract as a language writes it: `02/03/2026` in Portuguese. Any other text stays as it is. */
export function writeDay(text: string, language: Language): string {
  return language === "en" || !isDay(text) ? text : text.split("-").reverse().join("/");
}
