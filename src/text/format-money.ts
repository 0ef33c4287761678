let brl: Intl.NumberFormat | undefined;

/**
 * An amount in centavos as people in Brazil read it, with plain spaces.
 *
 * @example
 * formatMoney(123456); // "R$ 1.234,56"
 */
export function formatMoney(centavos: number): string {
  // Only now, since it loads the texts of the language.
  brl ??= new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
  return brl.format(centavos / 100).replaceAll("\u00a0", " ");
}

/** Reais: with the sign of the currency, or with a comma. Thousands may have points. */
const REAIS = /^(-?)(R\$ ?)?(\d{1,3}(?:\.\d{3})+|\d+)(?:(,)(\d{0,2}))?$/;

/**
 * The centavos that a text means. Digits alone are centavos, as in the interface; with a comma or `R$` they are reais.
 * Undefined for a text that means no amount.
 *
 * @example
 * parseMoney("49,90"); // 4990
 * parseMoney("R$ 1.234"); // 123400
 * parseMoney("4990"); // 4990
 */
export function parseMoney(text: string): number | undefined {
  const [, sign, currency, whole = "", comma, rest = ""] = REAIS.exec(text.trim()) ?? [];
  const isReais = currency !== undefined || comma !== undefined;
  if (!isReais && !/^\d+$/.test(whole)) return undefined;
  const digits = isReais ? whole.replaceAll(".", "") + rest.padEnd(2, "0") : whole;
  const centavos = Number(`${sign}${digits}`);
  return Number.isSafeInteger(centavos) ? centavos : undefined;
}
