import { type Language, language } from "./language.ts";

/** The sandbox counts days in this zone. */
const BRAZIL = "America/Sao_Paulo";

const dateAndTime = inEach({ dateStyle: "short", timeStyle: "medium", timeZone: BRAZIL });

const LONG_DATE = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: BRAZIL,
} as const;

const longDate = inEach(LONG_DATE);

const longDateAndTime = inEach({
  ...LONG_DATE,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** A format in each language. English has the order of the days in Brazil. */
function inEach(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  return {
    en: new Intl.DateTimeFormat("en-GB", options),
    "pt-BR": new Intl.DateTimeFormat("pt-BR", options),
  };
}

/** `02/03/2026, 09:00:00`, in Brazil. */
export function formatTime(at: string | number): string {
  return dateAndTime[language].format(new Date(at));
}

/** `Mon, 2 Mar 2026, 09:00:00`, in Brazil. */
export function formatLongTime(at: string | number): string {
  return longDateAndTime[language].format(new Date(at));
}

/** `Mon, 2 Mar 2026`, in Brazil. */
export function formatLongDay(at: string | number): string {
  return longDate[language].format(new Date(at));
}

/** `02/03/2026` from `2026-03-02`. */
export function formatDay(day: string): string {
  return day.slice(0, 10).split("-").reverse().join("/");
}
