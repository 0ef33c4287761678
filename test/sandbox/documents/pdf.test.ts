import { describe, expect, test } from "vitest";
import { pdf } from "../../../src/sandbox/documents/pdf.ts";
import { view } from "./pdf-viewer.ts";

/** The text of a page that has just this line. */
async function shown(text: string): Promise<string> {
  return (await view(pdf("Teste", [{ text, x: 20, y: 20, size: 5 }]), 72)).text;
}

/** The pixel at a position in millimetres from the upper left. */
async function pixel(file: Uint8Array, x: number, y: number): Promise<number | undefined> {
  const { width, grey } = await view(file, 254);
  return grey[10 * y * width + 10 * x];
}

describe("pdf", () => {
  test("makes one A4 page", async () => {
    const { pages, size } = await view(pdf("Teste", []));
    expect(pages).toBe(1);
    expect(size.width).toBeCloseTo(595.276, 2);
    expect(size.height).toBeCloseTo(841.89, 2);
  });

  test.each([
    [
      "Não pague: ação, São João, ÇÁÉÍÓÚÀÂÊÔÃÕÜ ºª§",
      "Não pague: ação, São João, ÇÁÉÍÓÚÀÂÊÔÃÕÜ ºª§",
    ],
    ["a (b) \\c\\ ((d", "a (b) \\c\\ ((d"],
    // Some systems write an accent as a character of its own.
    ["Joa\u0303o", "João"],
    ["日本 🌻 – a\nb\u0007", "?? ? ? a?b?"],
  ])("shows %j as %j", async (given, text) => {
    expect(await shown(given)).toBe(text);
  });

  test("draws a box at its position, in millimetres from the upper left, over earlier ones", async () => {
    const box = { x: 50, y: 100, width: 20, height: 10, grey: 0.4 };
    const file = pdf("Teste", [{ ...box, x: 60, grey: 0 }, box]);
    const at = (x: number, y: number) => pixel(file, x, y);
    expect([await at(51, 101), await at(69, 109)]).toEqual([102, 102]);
    expect([await at(49, 105), await at(60, 99), await at(60, 111)]).toEqual([255, 255, 255]);
    expect(await at(71, 105)).toBe(0);
  });

  test("has the right offsets of its objects", () => {
    const file = Buffer.from(pdf("Teste (1)", [{ text: "ç", x: 1, y: 1, size: 1 }])).toString(
      "latin1",
    );
    const table = Number(file.match(/startxref\n(\d+)\n%%EOF\n$/)?.[1]);
    expect(file.slice(table)).toMatch(/^xref\n0 8\n0{10} 65535 f \n/);
    const offsets = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) =>
      Number(at),
    );
    expect(offsets.map((at) => file.slice(at, at + 7))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `${number} 0 obj`),
    );
    const [, length, stream] = file.match(/\/Length (\d+) >>\nstream\n(.*)\nendstream/s) ?? [];
    expect(Number(length)).toBe(stream?.length);
  });
});
