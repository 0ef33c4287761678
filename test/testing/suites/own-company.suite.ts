import { createCentavo } from "centavo";
import { createTest, expect, test } from "centavo/testing/vitest";
import { pixOrder } from "./orders.ts";

// Each test finds an empty company, and the second a closed receiver of the first.
let former: string | undefined;

test.for([1, 2])("test %i", async (_, { sandbox, company, receiver }) => {
  console.log(`sandbox at ${sandbox.url}`);
  const centavo = createCentavo({ baseUrl: company.url, ...company });
  expect(await centavo.payments.list()).toMatchObject({ data: [] });
  if (former) await expect(fetch(former)).rejects.toThrow();
  former = receiver.url;
  await centavo.payments.create(pixOrder(receiver.url));
  await receiver.waitForPostback({ data: { status: "PENDING" } });
  expect(receiver.postbacks()).toHaveLength(1);
});

const withoutServer = createTest({ server: false, company: { feeFixed: 100 } });
const programs: unknown[] = [];

withoutServer.for([1, 2])(
  "test %i without a server",
  async (_, { sandbox, company, clock, receiver }) => {
    programs.push(sandbox.fetch);
    expect(programs[0]).toBe(company.fetch);
    expect(company.url).toBe("https://sandbox.invalid");
    const centavo = createCentavo({ baseUrl: company.url, ...company });
    expect(await centavo.payments.list()).toMatchObject({ data: [] });
    await centavo.payments.create(pixOrder(receiver.url));
    await clock.advance({ days: 1 });
    await receiver.waitForPostback({ data: { status: "CANCELED" } });
    expect(receiver.postbacks()).toHaveLength(2);
  },
);
