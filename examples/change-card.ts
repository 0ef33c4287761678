import type { Centavo } from "centavo";

/** Changes the card of a subscription. Sends the duration too, because an update without it makes the subscription lifelong. */
export async function changeCard(
  centavo: Centavo,
  id: string,
  tokenizedCardId: string,
): Promise<void> {
  const { data: subscription } = await centavo.subscriptions.get(id);
  const { customerId, frequency, title, amount, duration = 0 } = subscription;
  const terms = { customerId, frequency, title, amount, ...(duration && { duration }) };
  await centavo.subscriptions.update(id, { ...terms, tokenizedCardId });
}
