import { expect, test } from "vitest";
import { similarName } from "../../src/text/similar-name.ts";

const known = ["amount", "installments", "postbackUrl", "paymentType", "cpf", "id"];

test.each([
  ["postBackUrl", "postbackUrl"],
  ["post_back-URL", "postbackUrl"],
  ["instalments", "installments"],
  ["amoutn", "amount"],
  ["cpff", "cpf"],
])("%s was probably meant as %s", (name, meant) => {
  expect(similarName(name, known)).toBe(meant);
});

test.each(["phone", "ip", "cnpj", "amo", "", "_", "mountains"])("%j is like none of them", (name) =>
  expect(similarName(name, known)).toBeUndefined(),
);

test("the most similar name is chosen", () => {
  expect(similarName("documents", ["documentss", "document", "Documents"])).toBe("Documents");
});
