import { getPixPayloadInfo, isValidPixPayload } from "@brazilian-utils/brazilian-utils";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dynamicCode } from "../../../src/sandbox/domain/pix.ts";

const charge = {
  location: "pix.service.invalid/v2/5e2a9c741f3b4d60b8e793c5d7a1f024",
  amount: 4990,
  merchantName: "LOJA EXEMPLO",
  merchantCity: "SAO PAULO",
};

describe("dynamicCode", () => {
  test("is the code that the contract shows", () => {
    expect(dynamicCode(charge)).toBe(
      "00020101021226770014br.gov.bcb.pix2555pix.service.invalid/v2/5e2a9c741f3b4d60b8e793c5d7a1f024520400005303986540549.905802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304CA67",
    );
  });

  test.each([
    [1, "54040.01"],
    [99, "54040.99"],
    [100, "54041.00"],
    [9_999_999_999, "541199999999.99"],
  ])("writes %i centavos as %s", (amount, field) => {
    expect(dynamicCode({ ...charge, amount })).toContain(`5303986${field}5802BR`);
  });

  test.each([
    ["Padaria São João", "5916Padaria Sao Joao60"],
    ["Comércio de Alimentos Vovó Nonô", "5925Comercio de Alimentos Vov60"],
    // The space at the place of the cut goes with it.
    ["Comércio de Alimentos do Bairro", "5924Comercio de Alimentos do60"],
    ["Flor 🌻 & Cia", "5911Flor  & Cia60"],
    ["日本", "5901-60"],
    ["", "5901-60"],
  ])("writes the name %j in ASCII, of 25 characters at most", (merchantName, field) => {
    expect(dynamicCode({ ...charge, merchantName })).toContain(`5802BR${field}`);
  });

  test("writes the city in 15 characters at most", () => {
    const code = dynamicCode({ ...charge, merchantCity: "São José dos Pinhais" });
    expect(code).toContain("6015Sao Jose dos Pi6207");
  });

  test("passes an independent check, regardless of the company's name", () => {
    const names = fc.string({ unit: "grapheme", maxLength: 40 });
    const amounts = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(amounts, names, names, (amount, merchantName, merchantCity) => {
        const code = dynamicCode({ ...charge, amount, merchantName, merchantCity });
        expect(code).toMatch(/^[ -~]+$/);
        expect(isValidPixPayload(code)).toBe(true);
        const info = getPixPayloadInfo(code);
        expect(info).toMatchObject({ url: charge.location, pointOfInitiation: "dynamic" });
        expect(info?.merchantName.length).toBeLessThanOrEqual(25);
        expect(info?.merchantCity.length).toBeLessThanOrEqual(15);
      }),
    );
  });
});
