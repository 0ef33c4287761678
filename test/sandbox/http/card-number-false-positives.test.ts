import fc from "fast-check";
import { expect, test } from "vitest";
import { isCardNumber } from "../../../src/card-number.ts";
import { validators } from "../../../src/sandbox/http/compile-validators.ts";
import { validateRequest } from "../../../src/sandbox/http/validate-request.ts";
import { routes } from "../../../src/sandbox/openapi/index.ts";
import { isNightly } from "../../sample.ts";
import { body } from "../contract-examples.ts";

/** What is sent with a card, and what it is sent to. */
const REQUESTS = [
  ["payments.create", body("payments.create", "cardWithSplits")],
  ["cards.tokenize", body("cards.tokenize", "card")],
] as const;

/** Texts that are the caller's own, in which any digits may be. */
const FREE_TEXTS = new Set([
  ...["firstName", "lastName", "document", "phone", "street", "neighborhood", "city", "state"],
  ...["zipcode", "complement", "reference", "holderName"],
]);

/** First digits of every brand, and of none. */
const prefix = fc.constantFrom(
  ...["4", "51", "2221", "34", "37", "36", "38", "6011", "65", "3528", "606282", "636368", "90"],
);
const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`));

/** A number of any brand, of each length that the contract takes. */
const cardNumber = fc
  .tuple(prefix, digits(15, 15), fc.integer({ min: 13, max: 16 }))
  .map((parts) => {
    const front = `${parts[0]}${parts[1]}`.slice(0, parts[2] - 1);
    return [..."0123456789"].map((digit) => front + digit).find(isCardNumber);
  });

/** Many begin as a card does; of those as long as a card's number a tenth passes for one. */
const digitText = fc
  .tuple(fc.option(prefix), digits(10, 20), fc.boolean())
  .map(([front, more, isGrouped]) => {
    const text = `${front ?? ""}${more}`.slice(0, more.length);
    return isGrouped ? text.replace(/\d{4}(?=\d)/g, "$& ") : text;
  });

test("digits elsewhere in a request do not make a valid card fail", () => {
  const texts = fc.infiniteStream(digitText);
  const property = fc.property(
    fc.constantFrom(...REQUESTS),
    cardNumber,
    texts,
    (request, card, of) => {
      const [id, example] = request;
      const next = () => of.next().value;
      const sent = JSON.parse(JSON.stringify(example), (name, value) => {
        if (name === "cardNumber") return card;
        if (name === "securityCode") return next().slice(0, 3);
        if (name === "email") return `${next()}@shop.example`;
        if (name === "postbackUrl")
          return `https://shop.example/${next()}?of=${next()}`.replaceAll(" ", "-");
        return FREE_TEXTS.has(name) ? next() : value;
      });
      const route = routes.service.find((one) => one.id === id);
      const given = { path: {}, query: {}, headers: {}, body: sent };
      expect(() =>
        validateRequest(route as NonNullable<typeof route>, given, validators.service),
      ).not.toThrow();
    },
  );
  fc.assert(property, { numRuns: isNightly ? 100_000 : 4_000 });
});
