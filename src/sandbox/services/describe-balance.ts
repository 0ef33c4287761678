import { formatMoney } from "../../text/format-money.ts";
import { type Balance, COMPANY } from "../domain/ledger-balances.ts";

/**
 * Whose balance it is, and what it holds, for a message of the interface, which is in Portuguese.
 *
 * @example
 * describeBalance("", { available: 9980, receivable: [] }); // "a empresa tem R$ 99,80 disponíveis"
 */
export function describeBalance(owner: string, { available, receivable }: Balance): string {
  const later = receivable.reduce((sum, { amount }) => sum + amount, 0);
  const name = owner === COMPANY ? "a empresa" : `a subconta ${owner}`;
  const rest = later === 0 ? "" : ` e ${formatMoney(later)} a receber`;
  return `${name} tem ${formatMoney(available)} disponíveis${rest}`;
}
