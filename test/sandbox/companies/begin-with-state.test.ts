import { expect, onTestFinished, test } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import * as everywhere from "../../../src/sandbox/index.ts";
import { createSandbox, type StateContent, startSandbox } from "../../../src/sandbox-node/index.ts";
import { cardOrder } from "../../testing/suites/orders.ts";
import { START } from "../company-fixture.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The bytes one by one, so that a character may arrive in two pieces. */
async function* piecesOf(text: string): AsyncIterable<Uint8Array> {
  for (const byte of bytes(text)) yield Uint8Array.of(byte);
}

const forms: Record<string, (text: string) => StateContent> = {
  text: (text) => text,
  "a ReadableStream": (text) => new Response(text).body as ReadableStream<Uint8Array>,
  "an async iterable": piecesOf,
};

/** A company with a payment, and the state file that has it. */
async function exported() {
  const sandbox = await createSandbox({ clock: START, seed: "state" });
  onTestFinished(() => sandbox.close());
  const { publicKey, privateKey } = sandbox;
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
  const { data: payment } = await centavo.payments.create(cardOrder);
  const file = await sandbox.fetch(`${sandbox.url}/_sandbox/state?withKeys=true`);
  expect(file.status).toBe(200);
  return { payment, state: await file.text(), keys: { publicKey, privateKey } };
}

test.each(Object.keys(forms))("a sandbox begins with a state file, given as %s", async (form) => {
  const { payment, state, keys } = await exported();
  const contentOf = forms[form] as (text: string) => StateContent;
  for (const create of [createSandbox, startSandbox]) {
    const sandbox = await create({ clock: START, state: contentOf(state) });
    onTestFinished(() => sandbox.close());
    const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox, ...keys });
    expect((await centavo.payments.get(payment.id)).data).toEqual(payment);
    // What was due goes on.
    await sandbox.settled();
  }
});

test.each(Object.keys(forms))("a damaged state file is refused, given as %s", async (form) => {
  const { state } = await exported();
  const contentOf = forms[form] as (text: string) => StateContent;
  const lines = state.trimEnd().split("\n").length;
  const damages = [
    [state.slice(0, -20), `it breaks off after line ${lines - 1}; export it again`],
    [state.replace("SUCCEEDED", "PENDING"), "line 5: entries must be those of its record"],
    ["{}\n", "line 1: it is not a line that a sandbox has written"],
  ] as const;
  for (const create of [createSandbox, startSandbox]) {
    for (const [damaged, problem] of damages) {
      const failing = create({ state: contentOf(damaged) });
      const error = { name: "OptionError", option: "state" };
      await expect(failing).rejects.toMatchObject(error);
      await expect(failing).rejects.toThrow(`state cannot be imported (${problem}`);
    }
  }
});

test("in a page, companies and records have limits, which an option raises", async () => {
  const page = await everywhere.createSandbox();
  onTestFinished(() => page.close());
  for (let count = 1; count < 100; count += 1) await page.control.companies.create();
  await expect(page.control.companies.create()).rejects.toMatchObject({
    status: 507,
    messages: [
      "This sandbox has reached the limit of 100 companies: delete one, or create the sandbox with a higher maxCompanies.",
    ],
  });

  // A file brings companies too.
  const file = await page.fetch("https://any.example/_sandbox/state");
  const state = await file.text();
  await expect(everywhere.createSandbox({ maxCompanies: 99, state })).rejects.toThrow(
    "state cannot be imported (This sandbox has reached the limit of 99 companies",
  );

  const small = await everywhere.createSandbox({ maxCompanies: 101, maxRecords: 1 });
  onTestFinished(() => small.close());
  for (let count = 1; count < 101; count += 1) await small.control.companies.create();
  const centavo = createCentavo({ baseUrl: small.url, ...small });
  const failing = centavo.payments.create(cardOrder);
  await expect(failing).rejects.toMatchObject({ status: 507 });
  await expect(failing).rejects.toThrow("with a higher maxRecords (--max-records)");
});
