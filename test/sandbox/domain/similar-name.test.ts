import { expect, test } from "vitest";
import { similarName } from "../../../src/sandbox/domain/similar-name.ts";

const known = ["amount", "installments", "postbackUrl", "paymentType", "cpf", "id"];

test.each([
  ["postBackUrl", "postbackUrl"],
  ["postback_url", "postbackUrl"],
  ["post-back-URL", "postbackUrl"],
  ["instalments", "installments"],
  ["amout", "amount"],
  ["amoutn", "amount"],
  ["paymentTypes", "paymentType"],
  ["cpff", "cpf"],
])("%s was probably meant as %s", (name, meant) => {
  expect(similarName(name, known)).toBe(meant);
});

test.each(["phone", "note", "ip", "cnpj", "amo", "", "_", "mountains", "😀😀"])(
  "%j is like none of them",
  (name) => expect(similarName(name, known)).toBeUndefined(),
);

test("the most similar name is chosen", () => {
  expect(similarName("streetNumbr", ["streetName", "streetNumber"])).toBe("streetNumber");
  expect(similarName("documents", ["documentss", "document", "Documents"])).toBe("Documents");
});
