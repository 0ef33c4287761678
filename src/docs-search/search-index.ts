import MiniSearch from "minisearch";
import { termOf, termsOf, wordsOf } from "./stem-words.ts";

type SearchPage = { path: string; title: string };
/** A part of a page, from one heading to the next. The first one of a page has no anchor. */
export type SearchSection = { page: number; anchor: string; title: string; text: string };
export type SearchFile = { pages: SearchPage[]; sections: SearchSection[] };

export type Kind =
  | "guide"
  | "operation"
  | "errors"
  | "sandbox"
  | "control"
  | "assumption"
  | "project";
export type Hit = { address: string; title: string; snippet: Piece[] };
/** A part of a text, and whether the search found it. */
type Piece = { text: string; isFound: boolean };
export type Found = { page: SearchPage; kind: Kind; isPortuguese: boolean; hits: Hit[] };
/** The pages that answer a question, the best one first, and the words of it that no page has. */
export type Answer = { pages: Found[]; without: string[] };

const PORTUGUESE = "pt-BR/";

/** The kinds of pages by the beginnings of their addresses, and what each is worth beside an equal match. */
const KINDS: readonly (readonly [address: RegExp, kind: Kind, worth: number])[] = [
  [/^(sandbox\/)?assumptions$/, "assumption", 0.6],
  // Their lists of all operations have most words.
  [/^(operations\/index|reference)$/, "operation", 0.8],
  [/^controls\/index$/, "control", 0.8],
  [/^operations\/conventions$/, "guide", 1.3],
  [/^operations\//, "operation", 1.2],
  [/^errors$/, "errors", 1.15],
  [/^(sandbox\/|mock$)/, "sandbox", 1.1],
  [/^controls\//, "control", 1],
  [/^(changelog|compatibility|security)$/, "project", 0.5],
  [/^/, "guide", 1.3],
];

const FIELDS = { title: 3, page: 1, text: 1 } as const;
/** Whoever asks for a number, such as a return code, wants the section of that name. */
const NAMED = 20;
const HITS = 3;
const PAGES = 12;

type Document = Record<keyof typeof FIELDS, string> & { id: number };

export class SiteSearch {
  readonly #file: SearchFile;
  readonly #index: MiniSearch<Document>;
  /** The terms that the pages have. */
  readonly #known = new Set<string>();

  /** Makes the index in small steps, so that the page takes what is typed meanwhile. */
  static async of(file: SearchFile): Promise<SiteSearch> {
    const search = new SiteSearch(file);
    const documents = file.sections.map((section, id) => search.#documentOf(section, id));
    await search.#index.addAllAsync(documents, { chunkSize: 60 });
    return search;
  }

  private constructor(file: SearchFile) {
    this.#file = file;
    this.#index = new MiniSearch({
      fields: Object.keys(FIELDS),
      tokenize: wordsOf,
      processTerm: (word) => {
        const terms = termsOf(word);
        for (const term of terms) this.#known.add(term);
        return terms;
      },
    });
  }

  #documentOf({ page, anchor, title, text }: SearchSection, id: number): Document {
    const { path = "", title: pageTitle = "" } = this.#file.pages[page] ?? {};
    const name = path.split("/").at(-1) ?? "";
    return { id, title, page: anchor === "" ? name : pageTitle, text };
  }

  /** `language` is that of the reader. */
  find(question: string, language: string): Answer {
    const words = wordsOf(question);
    const last = termOf(words.at(-1) ?? "");
    const results = this.#index.search(question, {
      tokenize: () => [...new Set(words)],
      processTerm: termOf,
      boost: FIELDS,
      boostDocument: (id, term) => this.#worthOf(id, term),
      // What is still being typed, unless it is a number that is one already.
      prefix: (term) => term === last && !(/\d/.test(term) && this.#known.has(term)),
      fuzzy: (term) => !this.#known.has(term) && typosIn(term),
    });
    const found = new Set(results.flatMap(({ queryTerms }) => queryTerms));
    const isMissing = (term: string | undefined) => term !== undefined && !found.has(term);
    const without = words.filter((word) => isMissing(termOf(word)));
    return { pages: this.#grouped(results, language.startsWith("pt")), without };
  }

  #worthOf(id: number, term: string): number {
    const { section, page } = this.#placeOf(id);
    return kindOf(page.path).worth * (numbersIn(section.title).includes(term) ? NAMED : 1);
  }

  #placeOf(id: number): { section: SearchSection; page: SearchPage } {
    const section = this.#file.sections[id] as SearchSection;
    return { section, page: this.#file.pages[section.page] as SearchPage };
  }

  /** The sections of a page, in the language of the reader if it has been found in that. */
  #grouped(results: readonly { id: number; terms: string[] }[], isPortuguese: boolean): Found[] {
    const found = results.map(({ id, terms }) => ({ ...this.#placeOf(id), terms }));
    // The function groupBy would be one more file of the package.
    const groups = new Map<string, typeof found>();
    for (const hit of found) {
      const path = hit.page.path.replace(PORTUGUESE, "");
      groups.set(path, [...(groups.get(path) ?? []), hit]);
    }
    return [...groups.values()].slice(0, PAGES).map((hits) => {
      const isOwn = ({ page }: (typeof hits)[number]) =>
        page.path.startsWith(PORTUGUESE) === isPortuguese;
      const { page } = (hits.find(isOwn) ?? hits[0]) as (typeof hits)[number];
      return {
        page,
        kind: kindOf(page.path).kind,
        isPortuguese: page.path.startsWith(PORTUGUESE),
        hits: hits
          .filter((hit) => hit.page === page)
          .map(({ section: { anchor, title, text }, terms }) => ({
            address: `${page.path}.html${anchor && `#${anchor}`}`,
            title,
            snippet: snippetOf(text, terms),
            isShowing: hasOneOf(terms, `${title} ${text}`),
          }))
          .filter(({ isShowing }, index) => isShowing || index === 0)
          .slice(0, HITS),
      };
    });
  }
}

/** How many letters of a word may be wrong. */
function typosIn(word: string): number {
  if (/\d/.test(word)) return 0;
  return word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0;
}

/** The numbers that a title names, such as those of a return code, without its minus, or of statuses. */
function numbersIn(title: string): string[] {
  return title.match(/\b\d{3,}\b/g) ?? [];
}

function kindOf(path: string): { kind: Kind; worth: number } {
  const [, kind, worth] = KINDS.find(([address]) =>
    address.test(path.replace(PORTUGUESE, "")),
  ) as (typeof KINDS)[number];
  return { kind, worth };
}

function hasOneOf(terms: readonly string[], text: string): boolean {
  return wordsOf(text).some((word) => termsOf(word).some((term) => terms.includes(term)));
}

const SNIPPET = 26;
const BEFORE = 5;

/** The words of a text around the found ones. */
function snippetOf(text: string, terms: readonly string[]): Piece[] {
  const pieces = text.split(/(?<=\s)/).map((word) => ({
    text: word,
    isFound: hasOneOf(terms, word),
  }));
  const starts = pieces.flatMap(({ isFound }, index) =>
    isFound ? Math.max(0, index - BEFORE) : [],
  );
  const count = (from: number) =>
    pieces.slice(from, from + SNIPPET).filter(({ isFound }) => isFound).length;
  const start = starts.reduce(
    (best, each) => (count(each) > count(best) ? each : best),
    starts[0] ?? 0,
  );
  const shown = pieces.slice(start, start + SNIPPET);
  if (start > 0) shown.unshift({ text: "… ", isFound: false });
  if (start + SNIPPET < pieces.length) shown.push({ text: "…", isFound: false });
  return shown;
}
