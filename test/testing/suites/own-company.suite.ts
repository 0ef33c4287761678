import { expect, test } from "centavo/testing/vitest";
import { pixOrder } from "./orders.ts";

// Each test finds an empty company, and the second a closed receiver of the first.
let former: string | undefined;

test.for([1, 2])("test %i", async (_, { sandbox, centavo, receiver }) => {
  console.log(`sandbox at ${sandbox.url}`);
  expect(await centavo.payments.list()).toMatchObject({ data: [] });
  if (former) await expect(fetch(former)).rejects.toThrow();
  former = receiver.url;
  await centavo.payments.create(pixOrder(receiver.url));
  await receiver.waitForPostback({ data: { status: "PENDING" } });
  expect(receiver.postbacks()).toHaveLength(1);
});
