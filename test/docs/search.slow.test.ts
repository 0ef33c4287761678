import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type Found, type SearchFile, SiteSearch } from "../../src/docs-search/search-index.ts";
import { builtSite } from "./built-site.ts";
import { QUESTIONS, type SearchQuestion } from "./search-questions.ts";

const site = await builtSite();
const text = site.read("search.json");
const file = JSON.parse(text) as SearchFile;
let search: SiteSearch;

beforeAll(async () => {
  search = await SiteSearch.of(file);
});

const ask = ({ question, language }: SearchQuestion) => search.find(question, language).pages;

/** Whether one of the pages that answer best is among the first three, and its section among those that it shows. */
function isAnswered(question: SearchQuestion): boolean {
  const first = ask(question).slice(0, 3);
  return question.pages.some((answer) => {
    const [path, anchor] = answer.split("#");
    const hasAnchor = ({ hits }: Found) =>
      hits.some(({ address }) => address.endsWith(`#${anchor}`));
    return first.some((found) => found.page.path === path && (!anchor || hasAnchor(found)));
  });
}

describe("questions", () => {
  test("none finds nothing", () => {
    expect(QUESTIONS.filter((each) => ask(each).length === 0)).toEqual([]);
  });

  test("at least 93 of 100 have the best page among the first three", () => {
    const missed = QUESTIONS.filter((each) => !isAnswered(each)).map(({ question }) => question);
    const count = QUESTIONS.length - missed.length;
    expect(count, `It misses ${missed.join(", ")}.`).toBeGreaterThanOrEqual(
      0.93 * QUESTIONS.length,
    );
  });

  test("the pages that are expected exist", () => {
    const answers = QUESTIONS.flatMap(({ pages }) => pages.map((page) => page.split("#")));
    const gone = answers.filter(([path, anchor]) => {
      const page = `${path}.html`;
      return !site.files.has(page) || (anchor && !site.ids(page).has(anchor));
    });
    expect(gone).toEqual([]);
  });
});

test.each([
  ["CNAB 240 remessa", "not-offered#cnab-and-the-files-of-acquirers"],
  ["acquirer EDI file", "not-offered#cnab-and-the-files-of-acquirers"],
  ["MED devolução fraude", "pt-BR/not-offered#med-devolução-de-um-pix"],
  ["Pix Automático", "pt-BR/not-offered#pix-automático"],
  ["issue an invoice", "not-offered#nota-fiscal"],
  ["conciliação de pedidos", "pt-BR/guides/reconcile"],
  ["payment reconciliation", "guides/reconcile"],
  ["fetch is not defined", "getting-started#fetch-undefined"],
  ["ERR_REQUIRE_ESM", "pt-BR/getting-started#require-esm"],
  ["Error: connect ECONNREFUSED 127.0.0.1:4010", "getting-started#connection-refused"],
])("%s finds %s", (question, answer) => {
  const language = answer.startsWith("pt-BR") ? "pt-BR" : "en";
  expect(isAnswered({ question, language, pages: [answer] })).toBe(true);
});

test.each(["errors", "sandbox/outcomes-and-faults"])(
  "each return code on %s leads to its entry, whether the minus or a word before it is typed or not",
  (page) => {
    const source = readFileSync(`docs/${page}.md`, "utf8");
    const codes = [...source.matchAll(/<a id="(\w+)"><\/a>`-(\d+)`/g)];
    expect(codes.length).toBeGreaterThan(5);
    for (const [, anchor, code] of codes) {
      for (const typed of [`${code}`, `-${code}`, `error code ${code}`, `erro ${code}`]) {
        const [first] = search.find(typed, "en").pages;
        expect(first?.hits[0]?.address).toBe(`${page}.html#${anchor}`);
      }
    }
  },
);

test.each([400, 401, 403, 404, 408, 409, 422, 500, 502, 503, 504])(
  "the status %i leads to the errors",
  (status) => {
    const first = search.find(`${status}`, "en").pages.slice(0, 3);
    expect(first.map(({ page }) => page.path)).toContain("errors");
  },
);

test("what is searched has neither the words of controls nor the reasons of assumptions", () => {
  const all = file.sections.map((section) => section.text).join("\n");
  expect(
    all.match(
      /L(anguage|inguagem)curl|Unfold all|Abrir tudo|things here are assumed|Its page|Detalhes|Save it as|Salve como|A read shows it|Dá para conferir com/g,
    ),
  ).toBeNull();
});

test("each hit leads to a place on the site", () => {
  const gone = file.sections.filter(({ page, anchor }) => {
    const address = `${file.pages[page]?.path}.html`;
    return !site.files.has(address) || (anchor !== "" && !site.ids(address).has(anchor));
  });
  expect(gone).toEqual([]);
});

test("what a search loads stays light", () => {
  expect(gzipSync(text).length).toBeLessThan(280_000);
});
