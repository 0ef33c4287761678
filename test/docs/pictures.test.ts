import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COLOURS } from "../../scripts/docs/pictures/drawing.ts";
import { drawPictures } from "../../scripts/docs/pictures/index.ts";
import {
  moneyThroughSplits,
  shownPayment,
} from "../../scripts/docs/pictures/money-through-splits.ts";
import { postbackRetries } from "../../scripts/docs/pictures/postback-retries.ts";
import { payLater } from "../../scripts/docs/pictures/sequences.ts";
import { paymentStates } from "../../scripts/docs/pictures/state-machines.ts";
import { words } from "../../scripts/docs/pictures/words.ts";
import { workflowPages } from "../../scripts/workflows/workflow-pages.ts";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { ATTEMPT_TIMEOUT, MAX_DELIVERY_TIME } from "../../src/sandbox/postbacks/retry-policy.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const pictures = await drawPictures({ service, control });
const workflows = (await workflowPages()).filter(({ path }) => path.endsWith(".svg"));
const english = pictures.filter(({ path }) => !path.includes("pt-BR"));

/** The texts of a picture, or only its identifiers. */
function textsIn(svg: string, className = ""): string[] {
  const texts = svg.matchAll(/<text class="([^"]*)"[^>]*>([^<]*)<\/text>/g);
  return [...texts]
    .filter(([, classes]) => classes?.includes(className))
    .map(([, , text]) => text ?? "");
}

test.each([...pictures, ...workflows])(
  "$path is current, says what it shows, loads nothing, and leaves its colours to the page",
  ({ path, text }) => {
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(text).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 400 \d+" [^>]*role="img"/);
    expect(text).toMatch(/<title>.{10,}<\/title>\n<desc>.{30,}<\/desc>/);
    expect(text.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|url\(|@import|@font-face|<script|<image|href|undefined|NaN/,
    );
    const classes = [...text.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) =>
      names?.split(" "),
    );
    expect(classes.filter((name) => !name?.startsWith("picture-"))).toEqual([]);
    expect(text.slice(text.indexOf("</style>"))).not.toMatch(/#[\da-f]{3}/i);
  },
);

test.each(english)("$path has the same identifiers in Portuguese", ({ path, text }) => {
  const portuguese = readFileSync(path.replace("pictures/", "pictures/pt-BR/"), "utf8");
  const identifiers = textsIn(text, "picture-code");
  expect(textsIn(portuguese, "picture-code")).toEqual(identifiers);
  expect(textsIn(portuguese)).not.toEqual(textsIn(text));
});

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/g) ?? []).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const grounds = ["ground", "raised", "accent-soft"] as const;
const inks = ["ink", "soft", "accent", "assumed"] as const;

test.each(Object.entries(COLOURS))("text has enough contrast in the %s theme", (_, colours) => {
  for (const ground of grounds)
    for (const ink of inks) {
      const [dark = 0, bright = 0] = [colours[ground], colours[ink]]
        .map(luminance)
        .sort((one, other) => one - other);
      const contrast = (bright + 0.05) / (dark + 0.05);
      expect({ ground, ink, contrast }).toMatchObject({
        contrast: expect.toSatisfy((it) => it >= 4.5),
      });
    }
});

describe("the facts", () => {
  test("the attempts follow the delays of the sandbox", () => {
    const shown = textsIn(
      postbackRetries(
        words.en,
        [2, 60].map((minutes) => minutes * 60_000),
      ),
    );
    expect(shown.filter((text) => /^wait/.test(text))).toEqual(["wait 2 min", "wait 1 h"]);
    expect(shown).toContain("1 h 2 min");
    const attempts = textsIn(postbackRetries(words.en)).filter((text) => /^Attempt/.test(text));
    expect(attempts).toHaveLength(MAX_DELIVERY_TIME / ATTEMPT_TIMEOUT);
  });

  test("the money follows the payment, and a refund returns all of it", () => {
    const payment = shownPayment(service, control);
    const draw = (change: object) =>
      textsIn(moneyThroughSplits(service, words.en, { ...payment, ...change })).filter((text) =>
        /^-?R\$/.test(text),
      );
    const centavos = (text: string) => Number(text.replaceAll(/[^\d-]/g, ""));
    const [paid, ...rest] = draw({}).map(centavos);
    const parts = rest.slice(0, payment.splits.length + 2);
    expect(paid).toBe(payment.amount);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(paid);
    expect(rest.slice(parts.length)).toEqual([...parts.map((part) => -part), paid]);
    expect(draw({ fee: { feePercentage: 0, feeFixed: 100 } })[1]).toBe("R$ 1,00");
  });

  test("a PIX shows the statuses of the contract, and an operation that is missing is an error", () => {
    const renamed = changed((text) => text.replaceAll('"PAID"', '"SETTLED"'));
    expect(textsIn(payLater(renamed, words.en, "pix"))).toContain("SETTLED");
    const without = changed((text) => text.replaceAll('"payments.get"', '"payments.read"'));
    expect(() => payLater(without, words.en, "pix")).toThrow("payments.get");
  });

  test("a transition is dashed exactly if it is assumed", async () => {
    const dashed = async (contract: Cursor) =>
      (await paymentStates(contract, words.en)).split("picture-dashed").length;
    const stated = changed((text) =>
      text.replace(/("trigger":"The buyer pays\.".*?),"x-inferred":"[^"]*"/, "$1"),
    );
    expect(await dashed(stated)).toBe((await dashed(service)) - 1);
  });

  test("a new trigger needs a translation", async () => {
    const contract = changed((text) => text.replace("The buyer pays.", "The buyer sings."));
    expect(await paymentStates(contract, words.en)).toContain("sings");
    await expect(paymentStates(contract, words["pt-BR"])).rejects.toThrow("The buyer sings");
  });
});

/** The contract with a change in its text. */
function changed(change: (text: string) => string): Cursor {
  return Cursor.root(JSON.parse(change(JSON.stringify(service.value))) as JsonObject);
}
