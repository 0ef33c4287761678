import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { useBrowser, visit } from "../inspector/browser-fixture.ts";

const files = globSync("docs/pictures/**/*.svg").sort();

/** The width of a phone's page, without its margins. */
const PHONE = 350;
const SMALLEST_TEXT = 10;

useBrowser();

/** Parses a picture as XML, shows it at the width of a phone, and measures its texts. */
async function measure(svg: string) {
  const { page } = await visit("about:blank");
  return page.evaluate(
    ({ svg, width }) => {
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
      document.body.style.margin = "0";
      document.body.style.width = `${width}px`;
      const root = document.importNode(parsed.documentElement, true);
      document.body.append(root);
      const shown = root.getBoundingClientRect();
      const texts = [...root.querySelectorAll("text")].map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(element).fontSize) * (shown.width / 400);
        return { text: `${element.textContent}`, left, top, right, bottom, size };
      });
      return { texts, width: shown.width, height: shown.height };
    },
    { svg, width: PHONE },
  );
}

test.skipIf(!hasChromium).each(files)("%s has text that is legible on a phone", async (file) => {
  const { texts, width, height } = await measure(readFileSync(file, "utf8"));
  expect(width).toBe(PHONE);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter(({ size }) => size < SMALLEST_TEXT)).toEqual([]);
  const margin = 4;
  const cut = texts.filter(
    ({ left, top, right, bottom }) =>
      left < margin || top < margin || right > width - margin || bottom > height - margin,
  );
  expect(cut).toEqual([]);
  const overlapping = texts.flatMap((one, index) =>
    texts.slice(index + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      // The line boxes of two lines of a paragraph touch, but their letters do not.
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 0 && down > 2 ? [`${one.text} | ${other.text}`] : [];
    }),
  );
  expect(overlapping).toEqual([]);
});
