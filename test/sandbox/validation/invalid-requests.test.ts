import { expect, test } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import {
  complete,
  type Mutation,
  mutated,
  mutationsOf,
  nameOf,
  violations,
} from "../../contract/broken-requests.ts";
import { problems, responseSchema, shownBy } from "../../mock/requests-from-examples.ts";
import { send } from "../../mock/send-request.ts";
import { invalid, openShop } from "../company-fixture.ts";
import { control, service } from "../contract-examples.ts";

const shown = [service, control].flatMap(operations).flatMap(shownBy);

/** A message names what is wrong and nothing else: the field, or the choice that its object offers. */
function isAbout({ where, field }: Pick<Mutation, "where" | "field">): RegExp {
  const name = where === "body" ? field || "(a|the) body" : field;
  const steps = field.split(".");
  const owner = steps.slice(0, -1).join(".") || "the body";
  return new RegExp(
    `^(${name} |${owner} must have (exactly|at least) one of .*\\b${steps.at(-1)}\\b)`,
  );
}

test.each(shown)(
  "$name: each rule that is broken is reported, and nothing else",
  async ({ request }) => {
    const shop = await openShop();
    const authorization = `Bearer ${await shop.token()}`;
    const whole = complete(request);
    for (const fault of violations(whole)) {
      const { status, body } = await send(shop.url, mutated(whole, fault), { authorization });
      const { data } = body as { data: { message: unknown } };
      const messages = [data.message].flat();
      const what = `${fault.where} ${fault.field} ${fault.rule} ${JSON.stringify(body)}`;
      expect({ what, status, data }).toMatchObject({ status: 400, ...invalid(...messages).body });
      expect(messages).not.toEqual([]);
      for (const message of messages) expect(message, what).toMatch(isAbout(fault));
      expect(JSON.stringify(body)).not.toContain("NO_SUCH_VALUE");
      expect(problems(responseSchema(request.operation, "400"), body), what).toEqual([]);
    }
  },
);

test.each(shown)(
  "$name: what just satisfies each rule is not refused as invalid",
  async ({ request }) => {
    const shop = await openShop();
    const authorization = `Bearer ${await shop.token()}`;
    const whole = complete(request);
    const isLimit = ({ rule, outcome }: Mutation) => outcome === "accepted" && rule !== "type";
    for (const mutation of mutationsOf(whole).filter(isLimit)) {
      const { body } = await send(shop.url, mutated(whole, mutation), { authorization });
      expect(body, nameOf(mutation)).not.toMatchObject({ data: { message: expect.any(Array) } });
    }
  },
);

test("all errors of a body are reported together, without its values, which may be secret", async () => {
  const shop = await openShop();
  const payment = shop.pay("card", {
    billingData: { amount: 0 },
    customerData: { firstName: undefined, address: { streetNumber: "1578" } },
    cardData: { cardNumber: "4111 1111 1111 1111", securityCode: "98765" },
  });
  const { messages } = await payment.catch((error) => error);
  expect(messages.toSorted()).toEqual([
    "billingData.amount must not be less than 1",
    "cardData.cardNumber must match ^\\d{13,16}$",
    "cardData.securityCode must match ^\\d{3,4}$",
    "customerData.address.streetNumber must be an integer",
    "customerData.firstName is required",
  ]);
});
