import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawStates } from "../../scripts/docs/pictures/draw-states.ts";
import { COLOURS } from "../../scripts/docs/pictures/drawing.ts";
import { drawPictures } from "../../scripts/docs/pictures/index.ts";
import { words } from "../../scripts/docs/pictures/words.ts";
import { transitionsOf } from "../../scripts/docs/transition-rows.ts";
import { workflowPages } from "../../scripts/workflows/workflow-pages.ts";
import { service } from "../sandbox/contract-examples.ts";

const pictures = drawPictures(service);
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
  "$path is current, says what it shows, and loads nothing",
  ({ path, text }) => {
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(text).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 400 \d+" [^>]*role="img"/);
    expect(text).toMatch(/<title>.{10,}<\/title>\n<desc>.{30,}<\/desc>/);
    expect(text.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|url\(|@import|@font-face|<script|<image|href|undefined|NaN/,
    );
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

test.each(["light", "dark"] as const)("text has enough contrast in the %s theme", (theme) => {
  const colours = COLOURS[theme];
  for (const ground of grounds)
    for (const ink of inks) {
      const [one, other] = [luminance(colours[ground]), luminance(colours[ink])];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      expect(contrast, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
});

test("a state machine shows what follows a status once, and points to it where it comes again", () => {
  const arrows = ["start A", "start C", "A B", "B A", "B C"].map((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return { from, to, assumed: false, label: [] };
  });
  const svg = drawStates({
    ...words.en.states.payment,
    legend: words.en.states,
    machines: [{ arrows }],
  });
  expect(textsIn(svg).slice(2)).toEqual(["start", "A", "B", "↑ A", "↓ C", "C"]);
});

test.each([
  ["payment-states", "PaymentStatus"],
  ["subscription-states", "SubscriptionStatus"],
])("%s has each status of %s that a transition leads to", (name, schema) => {
  const { text = "" } = english.find(({ path }) => path.endsWith(`/${name}.svg`)) ?? {};
  const transitions = transitionsOf(service.at("components", "schemas", schema));
  expect(textsIn(text, "picture-code")).toEqual(
    expect.arrayContaining(transitions.map(({ to }) => to)),
  );
});
