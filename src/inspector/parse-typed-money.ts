import { parseMoney } from "../text/format-money.ts";
import type { Language } from "./language.ts";

/** An amount with a point before its decimals, e.g. `49.90`. Commas may group the thousands. */
const POINT = /^-?(R\$ ?)?(\d{1,3}(,\d{3})+|\d+)\.\d{1,2}$/;

/** Whole reais with their thousands grouped, as each language writes them. */
const GROUPED: Readonly<Record<Language, RegExp>> = {
  en: /^-?(R\$ ?)?\d{1,3}(,\d{3})+$/,
  "pt-BR": /^-?\d{1,3}(\.\d{3})+$/,
};

/**
 * The centavos that somebody means who types in a language, or undefined.
 *
 * - Digits alone are centavos, as in the interface. With a comma, a point or `R$` they are reais.
 * - The mark before one or two last digits is the decimal mark, in both languages: `49,90` and `49.90`.
 * - A mark before exactly three digits groups thousands, if the language writes it so: `1.234` in Portuguese, `1,234` in
 *   English. Anything else that could be read in two ways is refused.
 *
 * @example
 * parseTypedMoney("1.234", "pt-BR"); // 123400
 * parseTypedMoney("1.234", "en"); // undefined
 */
export function parseTypedMoney(text: string, language: Language): number | undefined {
  const typed = text.trim();
  const isEnglish = POINT.test(typed) || (language === "en" && GROUPED.en.test(typed));
  const brazilian = isEnglish ? typed.replaceAll(/[.,]/g, (mark) => OTHER_MARK[mark] ?? "") : typed;
  return parseMoney(GROUPED[language].test(typed) ? `${brazilian},00` : brazilian);
}

const OTHER_MARK: Readonly<Record<string, string>> = { ".": ",", ",": "." };
