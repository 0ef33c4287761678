const format = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/**
 * Formats an amount, which the interface returns in centavos, for people to read.
 *
 * @example
 * reais(4990); // "R$ 49,90"
 */
export function reais(centavos: number): string {
  return format.format(centavos / 100).replace("\u00a0", " ");
}
