import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noCardNumber } from "../lint/functions/no-card-number.js";
import { brandOf, hideCardNumbers, isCardNumber } from "../src/card-number.ts";

describe("isCardNumber", () => {
  test.each([
    "4111111111111111",
    "5555555555554444",
    "378282246310005",
    "30569309025904",
    "6062828888666688",
    "4222222222222",
  ])("%s is right", (number) => {
    expect(isCardNumber(number)).toBe(true);
  });

  test("one wrong digit is noticed at any position", () => {
    const digit = fc.integer({ min: 0, max: 9 });
    const digits = fc.array(digit, { minLength: 12, maxLength: 18 });
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (front, place, change) => {
        const right = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
          .map((check) => [...front, check])
          .filter((number) => isCardNumber(number.join("")));
        expect(right).toHaveLength(1);
        const wrong = [...(right[0] ?? [])];
        const at = place % wrong.length;
        wrong[at] = ((wrong[at] ?? 0) + change) % 10;
        expect(isCardNumber(wrong.join(""))).toBe(false);
      }),
    );
  });
});

describe("brandOf", () => {
  test.each([
    ["4111111111111111", "VISA"],
    ["5100000000000000", "MASTERCARD"],
    ["5599999999999999", "MASTERCARD"],
    ["5600000000000000", "UNKNOWN"],
    ["2220990000000000", "UNKNOWN"],
    ["2221000000000000", "MASTERCARD"],
    ["2720990000000000", "MASTERCARD"],
    ["2721000000000000", "UNKNOWN"],
    ["340000000000000", "AMEX"],
    ["370000000000000", "AMEX"],
    ["350000000000000", "UNKNOWN"],
    ["6062820000000000", "HIPERCARD"],
    ["6062830000000000", "UNKNOWN"],
    ["3841000000000000", "HIPERCARD"],
    ["38420000000000", "DINERS"],
    ["30000000000000", "DINERS"],
    ["30500000000000", "DINERS"],
    ["30600000000000", "UNKNOWN"],
    ["30950000000000", "DINERS"],
    ["30940000000000", "UNKNOWN"],
    ["30960000000000", "UNKNOWN"],
    ["36000000000000", "DINERS"],
    ["38000000000000", "DINERS"],
    ["39000000000000", "DINERS"],
    ["6011000000000000", "DISCOVER"],
    ["6221250000000000", "UNKNOWN"],
    ["6221260000000000", "DISCOVER"],
    ["6229250000000000", "DISCOVER"],
    ["6229260000000000", "UNKNOWN"],
    ["6440000000000000", "DISCOVER"],
    ["6499990000000000", "DISCOVER"],
    ["6500000000000000", "DISCOVER"],
    ["6600000000000000", "UNKNOWN"],
    ["3527000000000000", "UNKNOWN"],
    ["3528000000000000", "JCB"],
    ["3589000000000000", "JCB"],
    ["3590000000000000", "UNKNOWN"],
    ["9000000000000000", "UNKNOWN"],
  ])("%s: %s", (cardNumber, brand) => {
    expect(brandOf(cardNumber)).toBe(brand);
  });
});

/** What issuers have of Elo within the numbers of others, who are named behind. */
const ELO_RANGES = [
  ["401178", "401179", "VISA"],
  ["431274", "431274", "VISA"],
  ["438935", "438935", "VISA"],
  ["451416", "451416", "VISA"],
  ["457393", "457393", "VISA"],
  ["457631", "457632", "VISA"],
  ["504175", "504175", "UNKNOWN"],
  ["506699", "506778", "UNKNOWN"],
  ["509000", "509999", "UNKNOWN"],
  ["627780", "627780", "UNKNOWN"],
  ["636297", "636297", "UNKNOWN"],
  ["636368", "636368", "UNKNOWN"],
  ["650031", "650033", "DISCOVER"],
  ["650035", "650051", "DISCOVER"],
  ["650405", "650439", "DISCOVER"],
  ["650485", "650538", "DISCOVER"],
  ["650541", "650598", "DISCOVER"],
  ["650700", "650718", "DISCOVER"],
  ["650720", "650727", "DISCOVER"],
  ["650901", "650920", "DISCOVER"],
  ["651652", "651679", "DISCOVER"],
  ["655000", "655019", "DISCOVER"],
  ["655021", "655058", "DISCOVER"],
] as const;

describe("the ranges of Elo have the right ends", () => {
  const brandAt = (beginning: number) => brandOf(`${beginning}0000000000`);

  test.each(ELO_RANGES)("from %s to %s, within %s", (from, to, around) => {
    const [first, last] = [Number(from), Number(to)];
    expect([brandAt(first), brandAt(last)]).toEqual(["ELO", "ELO"]);
    expect(brandAt(first - 1)).toBe(around);
    // 509999 is followed by the first number of Mastercard.
    expect(brandAt(last + 1)).toBe(last === 509999 ? "MASTERCARD" : around);
  });
});

describe("hideCardNumbers", () => {
  const hide = (text: string, own: string[] = []) => hideCardNumbers(text, "…", new Set(own));

  test.each([
    ["4111111111111111", "…"],
    ["card 4111 1111 1111 1111.", "card …."],
    ["3782-822463-10005", "…"],
    ["4222222222222", "…"],
    ["30569309025904", "…"],
    ["4000 0000 0000 0000 006", "…"],
    ["6500000000000000003", "…"],
    ["4111111 111 111111", "…"],
    ["4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1", "…"],
    ["4111\u20131111\u20141111\u22121111", "…"],
    ["4111\u20131111\u20141111\u20151111", "…"],
    ["4111\u00a01111\u2009 1111  1111", "…"],
    ["4\u200b111\u20601111\ufeff1111\u00ad1111", "…"],
    ["\uff14\uff11\uff11\uff11111111111111", "…"],
    [
      "\u0664\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661",
      "…",
    ],
    ["\u{1d7d8}\u{1d7e5}\u{1d7d9} 4111 1111 1111 1111", "\u{1d7d8}\u{1d7e5}\u{1d7d9} …"],
    ["1235 4111 1111 1111 1111 2026", "1235 … 2026"],
    ["2026-11-20 4111-1111-1111-1111", "2026-11-20 …"],
    ["x4111111111111111y", "x…y"],
    ["4111111111111111, 5555555555554444", "…, …"],
    ["4111+1111+1111+1111", "…"],
  ])("of %s leaves %s", (text, shown) => {
    expect(hide(text)).toBe(shown);
  });

  test.each([
    "4111111111111112",
    "1234567812345670",
    "94111111111111111",
    "41111111111111111",
    "411111111111116",
    "+5511987654323",
    "6f4e0d7a-4111-4111-8111-1111a0000000",
    "41111111-1111-1111-8111-111111111111",
    "4111, 1111, 1111, 1111",
    "4111 ---- 1111 1111 1111",
  ])("leaves %s", (text) => {
    expect(hide(text)).toBe(text);
  });

  test("hides a number that is known wherever its digits are, whatever its check digit", () => {
    const own = ["9111111111112"];
    expect(hide("no 9111 1111 11112, x39111111111112", own)).toBe("no …, x3…");
    expect(hide("no 9111 1111 11112")).toBe("no 9111 1111 11112");
  });

  test("hides numbers that overlap as one", () => {
    expect(hide("4111111111111111 111111111111", ["1111111111111"])).toBe("…");
  });

  test("knows a card of every brand with every length, in whatever groups", () => {
    const cards = fc.constantFrom(
      "4222222222222",
      "378282246310005",
      "5555555555554444",
      "6062828888666688",
      "3530111333300000",
      "6011000990139424",
      "2223003122003222",
    );
    const separator = fc.constantFrom("", " ", "-", ".", "\u200b", "\u2013", " - ");
    fc.assert(
      fc.property(
        cards,
        fc.array(separator, { minLength: 19, maxLength: 19 }),
        (number, between) => {
          const written = [...number]
            .map((digit, at) => (between[at] ?? "") + digit)
            .join("")
            .replace(/^\D+/, "");
          expect(hide(`(${written})`)).toBe("(…)");
        },
      ),
    );
  });
});

// Spectral loads no TypeScript, so the rule of the linter has a check of its own.
test("the linter recognizes the same card numbers", () => {
  const digits = fc.stringMatching(/^\d{13,19}$/);
  fc.assert(
    fc.property(digits, (number) => {
      const problems = noCardNumber(number, null, {} as never);
      expect(problems).toHaveLength(isCardNumber(number) ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});
