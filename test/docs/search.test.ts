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
  const answer = (await siteOf(pages)).find(question, language);
  return answer.isNearest ? [] : answer.pages.map(({ page }) => page.path);
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
    ["refnud", ["guides/a"]],
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

test.each([
  ["web hook", "the webhook of a shop"],
  ["apikey", "a key for the API"],
])("%s finds %j", async (question, text) => {
  const pages = { "guides/a": text, "guides/b": "the other page", "guides/c": "one more" };
  expect(await found(pages, question)).toEqual(["guides/a"]);
});

test("a number is neither the beginning nor a part of another one that is longer", async () => {
  const pages = { "guides/a": "503", "guides/b": "5030", "guides/c": "4,503,599 or 4.503.599" };
  expect(await found(pages, "503")).toEqual(["guides/a"]);
  expect(await found(pages, "50")).toEqual(["guides/a", "guides/b"]);
});

test("a status of an HTTP error leads to the errors, which need not name it", async () => {
  const pages = { "guides/a": "the status of a payment", errors: "Decide by the status." };
  expect(await found(pages, "422")).toEqual(["errors"]);
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
  expect(page?.hits.map(({ title }) => title)).toEqual(["The fee", "A fee"]);
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

test("a page is found once, in the language of the question, or else in that of the reader", async () => {
  const pages = {
    "guides/a": "A PIX that nobody paid is gone, and the buyer starts again.",
    "pt-BR/guides/a": "Um PIX que ninguém pagou sumiu, e o comprador começa de novo.",
  };
  expect(await found(pages, "PIX", "en")).toEqual(["guides/a"]);
  expect(await found(pages, "PIX", "pt-BR")).toEqual(["pt-BR/guides/a"]);
  expect(await found(pages, "PIX que ninguem pagou", "en")).toEqual(["pt-BR/guides/a"]);
  expect(await found(pages, "the PIX nobody paid", "pt-BR")).toEqual(["guides/a"]);
  expect(await found(pages, "webhook", "en")).toEqual([]);
});

test("an answer names the words that no page has, and shows the nearest pages if it has none", async () => {
  const search = await siteOf({ "guides/a": "the refund of a payment", "guides/b": "a card" });
  const paths = (question: string) => {
    const { pages, ...rest } = search.find(question, "en");
    return { ...rest, pages: pages.map(({ page }) => page.path) };
  };
  expect(paths("refund zzyzx")).toEqual({
    pages: ["guides/a"],
    without: ["zzyzx"],
    isNearest: false,
  });
  expect(paths("qqqq")).toEqual({ pages: [], without: ["qqqq"], isNearest: true });
  expect(paths("paymxyz")).toEqual({ pages: ["guides/a"], without: ["paymxyz"], isNearest: true });
});

test("words of a question that say little decide nothing beside others", async () => {
  const pages = { "guides/a": "how many can be allowed, how many", "guides/b": "the installments" };
  expect(await found(pages, "how many installments are allowed")).toEqual(["guides/b", "guides/a"]);
  expect(await found(pages, "many")).toEqual(["guides/a"]);
});

test("two words that are written together are found beside each other only", async () => {
  const pages = {
    "guides/a": "the base of this and the other url",
    "guides/b": "a base URL",
    "guides/c": "a card",
  };
  expect(await found(pages, "baseurl")).toEqual(["guides/b"]);
});

test("a page comes first that has the words beside each other, as the question does", async () => {
  const pages = {
    "guides/a": "module of a card that cannot be found, or find a card",
    "guides/b": "of a card: cannot find module",
  };
  expect((await found(pages, "cannot find module"))[0]).toBe("guides/b");
});

test("a section comes first that has the whole question without a gap, as a pasted message", async () => {
  const pages = {
    "guides/a": "Cartão, e não o pagamento: o que foi encontrado do cartão. ".repeat(3),
    errors: `${"Outras palavras antes. ".repeat(20)}Mensagem: Cartão não encontrado.`,
    "guides/b": "Um cartão. Não houve: ele foi encontrado.",
  };
  expect((await found(pages, "Cartão não encontrado"))[0]).toBe("errors");
});

test("a section comes first whose title is the question, in the singular or the plural", async () => {
  const titles = ["Chaves Pix", "O Pix e a chave da API"];
  const search = await SiteSearch.of({
    pages: ["not-offered", "guides/a"].map((path) => ({ path, title: "Page" })),
    sections: titles.map((title, page) => ({
      page,
      anchor: "a",
      title,
      text: page === 0 ? "Nada." : "A pixKey do Pix. ".repeat(9),
    })),
  });
  for (const question of ["chave pix", "chaves pix"]) {
    expect(search.find(question, "pt-BR").pages[0]?.page.path).toBe("not-offered");
  }
});

test("a code that no page has is missed as one, and its parts count little", async () => {
  const pages = { "guides/a": "to require auth, auth and auth", "guides/b": "of prism" };
  const search = await siteOf(pages);
  const { pages: all, without, isNearest } = search.find("REQUIRE_AUTH prism", "en");
  expect(all.map(({ page }) => page.path)).toEqual(["guides/b", "guides/a"]);
  expect({ without, isNearest }).toEqual({ without: ["REQUIRE_AUTH"], isNearest: false });
  expect(search.find("REQUIRE_AUTH", "en")).toMatchObject({
    pages: [{ page: { path: "guides/a" } }],
    without: ["REQUIRE_AUTH"],
    isNearest: true,
  });
});

test.each([
  ["chave pix", "the field pixKey of a Pix", "the key of the API"],
  ["12 vezes", "the instalments of a card", "o webhook vem doze vezes"],
  ["container", "in Docker", "a page contains text"],
])("%s means %j and not %j", async (question, text, other) => {
  const pages = { "guides/a": other, "guides/b": text, "guides/c": "one more" };
  expect((await found(pages, question))[0]).toBe("guides/b");
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
