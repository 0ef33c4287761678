import { createCentavo, ServiceError } from "centavo";
import { createControl, createSandbox, OptionError } from "centavo/sandbox";

const MARIA = {
  ...{ firstName: "Maria", lastName: "Souza", email: "maria.souza@example.com" },
  ...{ document: "39053344705", phone: "+5511987654321", remoteIpv4: "203.0.113.7" },
  address: {
    ...{ street: "Avenida Paulista", streetNumber: 1578, complement: "Conjunto 42" },
    ...{ reference: "Em frente ao parque", neighborhood: "Bela Vista", zipcode: "01310200" },
    ...{ city: "São Paulo", state: "SP" },
  },
};
const CARD = {
  ...{ cardNumber: "4111111111111111", holderName: "MARIA SOUZA", securityCode: "123" },
  ...{ expirationMonth: "08", expirationYear: "2031" },
};
const BEGINNING = { seed: 1, clock: "2026-03-02T12:00:00Z" };

/**
 * A payment by each method with its files and postbacks, a year of a subscription, its timeline, and a state file
 * that another sandbox begins with and imports. Gives all that was answered and received, which is the same everywhere.
 */
export async function program() {
  const seen = [];
  // One may arrive before the answer to the request that caused it, or after.
  const postbacks = [];
  const sandbox = await createSandbox({ ...BEGINNING, receiver });
  const access = { baseUrl: sandbox.url, ...sandbox, fetch: seeing(sandbox) };
  const [centavo, control] = [createCentavo(access), createControl(access)];
  const files = [];
  for (const [paymentType, more] of [
    ["card", { cardData: CARD }],
    ["pix", {}],
    ["billet", {}],
  ]) {
    const billingData = { amount: 14970, postbackUrl: "https://shop.example/postbacks" };
    if (paymentType === "card") billingData.installments = 3;
    const payment = { paymentType, billingData, customerData: MARIA, ...more };
    const { data } = await centavo.payments.create(payment);
    // A postback takes as long as it takes, and the timeline has it where it was attempted.
    await sandbox.settled();
    files.push(...(JSON.stringify(data).match(/https:\/\/sandbox\.invalid\/[^"]+/g) ?? []));
    if (paymentType !== "card") await control.payments.setStatus(data.id, { status: "PAID" });
    await sandbox.settled();
  }
  for (const file of files) await seeing(sandbox)(new Request(file));

  const { data: customers } = await centavo.customers.list();
  const customerId = customers[0].id;
  const { data: card } = await centavo.cards.tokenize({ customerId, ...CARD });
  const { data: subscription } = await control.subscriptions.create({
    ...{ customerId, cardId: card.id, title: "Plano mensal", amount: 4990 },
    ...{ frequency: 30, dueDate: "2026-03-10", tolerancePeriod: 5 },
  });
  await control.clock.advance({ days: 365 });
  await centavo.subscriptions.get(subscription.id);
  await centavo.payments.list({ limit: 100 });

  const headers = { authorization: `Bearer ${await tokenOf(sandbox)}` };
  const events = await sandbox.fetch(`${sandbox.url}/_sandbox/events?limit=20`, { headers });
  seen.push(comparable(await events.text()));

  const state = `${sandbox.url}/_sandbox/state`;
  const exported = await (await sandbox.fetch(state, { headers })).text();
  seen.push(comparable(exported));
  const second = await createSandbox({ ...BEGINNING, state: exported });
  const third = await createSandbox(BEGINNING);
  const imported = await third.fetch(state, {
    ...{ method: "PUT", body: exported },
    headers: { authorization: `Bearer ${await tokenOf(third)}` },
  });
  seen.push(`${imported.status}`);
  for (const other of [second, third]) {
    const copy = createCentavo({ baseUrl: other.url, ...other, fetch: seeing(other) });
    await copy.payments.list({ limit: 100 });
    await other.close();
  }
  const refused = await sandbox.control.clock.advance({ days: -1 }).catch((error) => error);
  const invalid = await createSandbox({ clock: "soon" }).catch((error) => error);
  seen.push({
    isServiceError: refused instanceof ServiceError,
    isOptionError: invalid instanceof OptionError,
  });
  await sandbox.close();
  return [...seen, ...postbacks];

  async function receiver(request) {
    postbacks.push(`postback ${request.url} ${comparable(await request.text())}`);
    return new Response();
  }

  /** The sandbox's fetch, which keeps what it answers. */
  function seeing({ fetch }) {
    return async (request) => {
      const response = await fetch(request);
      const bytes = new Uint8Array(await response.clone().arrayBuffer());
      const isText = /json|text/.test(response.headers.get("content-type"));
      const body = isText ? comparable(new TextDecoder().decode(bytes)) : bytes.join(" ");
      const { status } = response;
      seen.push([status, comparable(JSON.stringify([...response.headers])), body].join("\n"));
      return response;
    };
  }
}

/** What differs in every run: the ids of requests, and how long they took. */
function comparable(text) {
  return text
    .replaceAll(/(?<="requestId":|x-request-id",)"[^"]+"/g, '""')
    .replaceAll(/(?<="id":)"[^"]+"(?=,"method")/g, '""')
    .replaceAll(/(?<="duration":)[\d.]+/g, "0");
}

async function tokenOf({ url, fetch, publicKey, privateKey }) {
  const response = await fetch(`${url}/auth`, {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: JSON.stringify({ publicKey, privateKey }),
  });
  return (await response.json()).data.access_token;
}
