/** The sandbox counts days in this zone. */
const BRAZIL = "America/Sao_Paulo";

const dateAndTime = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: BRAZIL,
});

const LONG_DATE = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: BRAZIL,
} as const;

const longDate = new Intl.DateTimeFormat("en-GB", LONG_DATE);

const longDateAndTime = new Intl.DateTimeFormat("en-GB", {
  ...LONG_DATE,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** `02/03/2026, 09:00:00`, in Brazil. */
export function formatTime(at: string | number): string {
  return dateAndTime.format(new Date(at));
}

/** `Mon, 2 Mar 2026, 09:00:00`, in Brazil. */
export function formatLongTime(at: string | number): string {
  return longDateAndTime.format(new Date(at));
}

/** `Mon, 2 Mar 2026`, in Brazil. */
export function formatLongDay(at: string | number): string {
  return longDate.format(new Date(at));
}

/** `02/03/2026` from `2026-03-02`. */
export function formatDay(day: string): string {
  return day.slice(0, 10).split("-").reverse().join("/");
}

/** `setStatus` as `set status`, `bankAccounts` as `bank accounts`. */
export function inWords(name: string): string {
  return name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[._-]/g, " ");
}

/** The label of a parameter or a field: `x-subaccount-id` as `Subaccount`, `paymentMethod` as `Payment method`. */
export function labelOf(name: string): string {
  const words = inWords(name)
    .replace(/^x /, "")
    .replace(/ id$/, "")
    .replace(/(?<=[a-z])(?=\d)/, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first sentence of a description, without the marks of Markdown for code. */
export function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll("`", "");
}
