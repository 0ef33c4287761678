const brl = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/**
 * An amount in centavos as people in Brazil read it, with plain spaces.
 *
 * @example
 * formatMoney(123456); // "R$ 1.234,56"
 */
export function formatMoney(centavos: number): string {
  return brl.format(centavos / 100).replaceAll("\u00a0", " ");
}
