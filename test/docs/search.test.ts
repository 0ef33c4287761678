import { describe, expect, test } from "vitest";
import { type SearchFile, SiteSearch } from "../../src/docs-search/search-index.ts";
import { termOf } from "../../src/docs-search/stem-words.ts";

/** A site of pages that have one section each, with this text or the one that is given. */
function siteOf(pages: Record<string, string>): Promise<SiteSearch> {
  const file: SearchFile = {
    pages: Object.keys(pages).map((path) => ({ path, title: "Page" })),
    sections: Object.values(pages).map((text, page) => ({ page, anchor: "", title: "Page", text })),
  };
  return SiteSearch.of(file);
}

async function found(pages: Record<string, string>, question: string, language = "en") {
  return (await siteOf(pages)).find(question, language).pages.map(({ page }) => page.path);
}

test.each([
  ["cartão", "cartões", "CARTAO"],
  ["recusa", "recusado", "recusadas", "recusar"],
  ["expirado", "expirar", "expired", "expires", "expiration", "expiração"],
  ["estorno", "estornos", "estornar", "estornado"],
  ["refund", "refunds", "refunded", "refunding"],
  ["cancel", "cancelled", "cancelar", "cancelamento"],
  ["retry", "retries", "retried"],
  ["instalment", "instalments", "installment", "installments"],
  ["idempotency", "idempotent", "idempotência"],
  ["pagination", "paginate", "paginação"],
])("%s is found by its inflections", (...words) => {
  expect(new Set(words.map(termOf)).size).toBe(1);
});

test("words that differ in more than their inflection stay apart", () => {
  const words = ["page", "pago", "taxa", "card", "carro", "pix", "3ds", "conta", "contato"];
  expect(new Set(words.map(termOf)).size).toBe(words.length);
});

describe("slips", () => {
  const pages = {
    "guides/a": "one refund of the splits",
    "guides/b": "a subaccount and its cards",
  };

  test.each([
    ["refumd", ["guides/a"]],
    ["splitz", ["guides/a"]],
    ["subacxyunt", ["guides/b"]],
    ["subxzyount", []],
    ["cxrd", []],
    ["rexunt", []],
  ])("%s finds %j", async (question, expected) => {
    expect(await found(pages, question)).toEqual(expected);
  });
});

test("a number is neither the beginning nor a part of another one that is longer", async () => {
  const pages = { "guides/a": "503", "guides/b": "5030", "guides/c": "4,503,599 or 4.503.599" };
  expect(await found(pages, "503")).toEqual(["guides/a"]);
  expect(await found(pages, "50")).toEqual(["guides/a", "guides/b"]);
});

test("a hit shows a word that was found", async () => {
  const search = await SiteSearch.of({
    pages: [{ path: "guides/a", title: "The fee" }],
    sections: ["The fee", "Part", "A fee"].map((title, index) => ({
      page: 0,
      anchor: index === 0 ? "" : `${index}`,
      title,
      text: "of something",
    })),
  });
  const { pages } = search.find("fee", "en");
  const [page] = pages;
  expect(page?.hits.map(({ title }) => title).sort()).toEqual(["A fee", "The fee"]);
});

test("the kinds of pages have an order where they say the same", async () => {
  const order = [
    "guides/pix",
    "operations/payments.get",
    "errors",
    "sandbox/start",
    "controls/clock.get",
    "assumptions",
    "changelog",
  ];
  const pages = Object.fromEntries(order.toReversed().map((path) => [path, "the fee"]));
  expect(await found(pages, "fee")).toEqual(order);
});

test("a page with more of the words comes first, and one with some of them is found too", async () => {
  const both = `a fee ${"and other words ".repeat(400)} of a split`;
  const pages = {
    "guides/a": "fee ".repeat(20),
    "guides/b": both,
    "guides/c": "split ".repeat(20),
  };
  const [first, ...others] = await found(pages, "split fee everywhere");
  expect(first).toBe("guides/b");
  expect(others.sort()).toEqual(["guides/a", "guides/c"]);
});

test("a page is found once, in the language of the reader if it has the words in that", async () => {
  const pages = {
    "guides/a": "A PIX that nobody paid is gone, and the buyer starts again.",
    "pt-BR/guides/a": "Um PIX que ninguém pagou sumiu, e o comprador começa de novo.",
  };
  expect(await found(pages, "PIX", "en")).toEqual(["guides/a"]);
  expect(await found(pages, "PIX", "pt-BR")).toEqual(["pt-BR/guides/a"]);
  expect(await found(pages, "sumiu", "en")).toEqual(["pt-BR/guides/a"]);
  expect(await found(pages, "webhook", "en")).toEqual([]);
});

test("an answer names the words that no page has", async () => {
  const search = await siteOf({ "guides/a": "the refund of a payment", "guides/b": "a card" });
  const answer = search.find("the refund zzyzx", "en");
  expect(answer.pages.map(({ page }) => page.path)).toEqual(["guides/a"]);
  expect(answer.without).toEqual(["zzyzx"]);
  expect(search.find("qqqq", "en")).toEqual({ pages: [], without: ["qqqq"] });
});

test.each([
  ["webhook", "the postback of a shop"],
  ["estorno", "a refund"],
])("%s means %j", async (question, text) => {
  expect(await found({ "guides/a": text, "guides/b": "a card" }, question)).toEqual(["guides/a"]);
});

test("a snippet shows the part of the text with the most words of the question", async () => {
  const text = `a fee ${"before ".repeat(40)}the fee, billet, ${"after ".repeat(40)}`;
  const { pages } = (await siteOf({ "guides/a": text })).find("fees boletos", "en");
  const [page] = pages;
  const snippet = page?.hits[0]?.snippet ?? [];
  const marked = snippet.filter(({ isFound }) => isFound).map((piece) => piece.text);
  expect(marked).toEqual(["fee, ", "billet, "]);
  const shown = snippet.map((piece) => piece.text).join("");
  expect(shown).toMatch(/^… (before )+the fee, billet, (after )+…$/);
  expect(shown.length).toBeLessThan(200);
});
