import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
import { folded, isWeak, stem, termOf, wordsOf } from "./stem-words.ts";
import { GLOSSARY, PHRASES } from "./synonyms.ts";

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
/**
 * The pages that answer a question, the best one first, and the words of it that no page has. If that is all of them, the
 * pages are only the nearest ones.
 */
export type Answer = { pages: Found[]; without: string[]; isNearest: boolean };

const PORTUGUESE = "pt-BR/";

/** The kinds of pages by the beginnings of their addresses, and what each is worth beside an equal match. */
const KINDS: readonly (readonly [address: RegExp, kind: Kind, worth: number])[] = [
  [/^(sandbox\/)?assumptions$/, "assumption", 0.6],
  // Their lists of all operations have most words.
  [/^operations\/index$/, "operation", 0.8],
  [/^controls\/index$/, "control", 0.8],
  [/^operations\/conventions$/, "guide", 1.3],
  [/^operations\//, "operation", 1.2],
  [/^errors$/, "errors", 1.15],
  [/^(sandbox\/|mock$)/, "sandbox", 1.1],
  [/^controls\//, "control", 1],
  [/^(changelog|compatibility|security)$/, "project", 0.5],
  [/^/, "guide", 1.3],
];

const FIELDS = { heading: 7, title: 5, page: 2, name: 3, text: 1 } as const;
const STATUS = 6;
const EXACT = 1;
const BEGINNING = 0.7;
/** Of a word that is whole already, but may go on. */
const MAYBE_BEGINNING = 0.1;
const SYNONYM = 0.6;
/** What a word counts that says little. */
const WEAK = 0.1;
/** What it counts more that the words of a question stand beside each other, and among how many sections. */
const BESIDE = 0.6;
const RERANKED = 80;
const TYPO = 0.5;
/** The fewest letters of a word that another one may be written together with. */
const HALF = 3;
/** What may be between them. */
const NEAR = "\\w{0,3}\\W.{0,12}";
/** What makes a word like another one: so many letters at its beginning, or not more than this share of other ones. */
const NEAREST_BEGINNING = 4;
const NEAREST_LETTERS = 0.45;
const HITS = 3;
const PAGES = 12;

type Document = Record<keyof typeof FIELDS, string> & { id: number };
/** `worth` is that of the best way in which the section has the word, beside the best one that any section has. */
type Match = { score: number; worth: number; terms: string[] };
/** The sections that have a word of the question, and how much the word says: a rare one says more. */
type Matches = { word: string; weight: number; sections: Map<number, Match> };

/** A status of an HTTP error, such as 422. */
const HTTP_ERROR = /^[45]\d\d$/;

/** A word written together with its neighbours, as in "web hook". */
function joinedWith(word: string, words: readonly string[]): string[] {
  const at = words.indexOf(word);
  const pairs = [words.slice(Math.max(0, at - 1), at + 1), words.slice(at, at + 2)];
  return pairs.flatMap((pair) => (pair.length === 2 ? (termOf(pair.join("")) ?? []) : []));
}

/** How many letters of a word may be wrong. */
function typosIn(word: string): number {
  if (/\d/.test(word)) return 0;
  return word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0;
}

/** What the index would have if two letters beside each other changed places, which is one slip and two wrong letters. */
function swapped(word: string): string[] {
  if (typosIn(word) === 0) return [];
  return Array.from({ length: word.length - 1 }, (_, at) => {
    const [one = "", other = ""] = word.slice(at);
    return termOf(word.slice(0, at) + other + one + word.slice(at + 2)) ?? "";
  });
}

export class SiteSearch {
  readonly #file: SearchFile;
  readonly #index: MiniSearch<Document>;
  readonly #synonyms = new Map<string, string[]>();
  /** The words of the sections whose order was asked for, as the index has them. */
  readonly #terms = new Map<number, readonly (string | undefined)[]>();
  /** How often the pages that are there in both languages have a word, in English and in Portuguese. */
  readonly #vocabulary = new Map<string, [english: number, portuguese: number]>();

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
      processTerm: termOf,
    });
    const paths = new Set(file.pages.map(({ path }) => path));
    for (const { page, text } of file.sections) {
      const path = file.pages[page]?.path ?? "";
      if (path.startsWith(PORTUGUESE)) this.#count(text, 1);
      else if (paths.has(PORTUGUESE + path)) this.#count(text, 0);
    }
    for (const group of GLOSSARY) {
      const terms = [...new Set(group.map((word) => stem(folded(word))))];
      for (const term of terms) {
        this.#synonyms.set(term, [...(this.#synonyms.get(term) ?? []), ...terms]);
      }
    }
  }

  #documentOf({ page, anchor, title, text }: SearchSection, id: number): Document {
    const { path = "", title: pageTitle = "" } = this.#file.pages[page] ?? {};
    const isPage = anchor === "";
    return {
      id,
      heading: isPage ? title : "",
      title: isPage ? "" : title,
      page: isPage ? "" : pageTitle,
      name: isPage ? (path.split("/").at(-1) ?? "") : "",
      text,
    };
  }

  /** `language` is that of the reader. */
  find(question: string, language: string): Answer {
    const words = wordsOf(withPhrases(question));
    const terms = new Map<string, string>();
    for (const word of words) {
      const term = termOf(word);
      if (term) terms.set(term, word);
    }
    if (terms.size === 0) for (const word of words) terms.set(stem(folded(word)), word);
    const last = words.at(-1);
    const matches = [...terms].map(([term, word]) =>
      this.#match([term, ...joinedWith(word, words)], word, word === last),
    );
    const unknown = matches.filter(({ sections }) => sections.size === 0);
    const isNearest = unknown.length === matches.length;
    const shown = isNearest ? words.map((word) => this.#nearest(word)) : matches;
    return {
      pages: this.#grouped(shown, this.#isPortuguese(words) ?? language.startsWith("pt")),
      without: unknown.map(({ word }) => word).filter((word) => !isWeak(word)),
      isNearest,
    };
  }

  /** The sections with words that are like one that no page has: with the same beginning, or many of its letters. */
  #nearest(word: string): Matches {
    const plain = folded(word);
    const like = [
      ...this.#lookUp(plain.slice(0, NEAREST_BEGINNING), { prefix: true }),
      ...this.#lookUp(plain, { fuzzy: NEAREST_LETTERS }),
    ];
    const sections = new Map(
      like.map(({ id, score, terms }) => [id, { score, terms, worth: EXACT }]),
    );
    return { word, weight: 1, sections };
  }

  #count(text: string, language: 0 | 1): void {
    for (const word of wordsOf(text)) {
      const plain = folded(word);
      const counts = this.#vocabulary.get(plain) ?? [0, 0];
      counts[language] += 1;
      this.#vocabulary.set(plain, counts);
    }
  }

  /** Whether the words are Portuguese rather than English, or undefined if they could be both. */
  #isPortuguese(words: readonly string[]): boolean | undefined {
    const evidence = words.reduce((sum, word) => {
      const [english = 0, portuguese = 0] = this.#vocabulary.get(folded(word)) ?? [];
      return sum + Math.log((portuguese + 0.5) / (english + 0.5));
    }, 0);
    return Math.abs(evidence) < 1.5 ? undefined : evidence > 0;
  }

  /** The sections that have a term, each with the best of the ways in which it has it. The first term is the word's own. */
  #match(forms: readonly string[], word: string, isLast: boolean): Matches {
    const [term = ""] = forms;
    const found = new Map<number, Match>();
    const add = (results: SearchResult[], worth: number) => {
      for (const { id, score, terms } of results) {
        const before = found.get(id);
        found.set(id, {
          score: Math.max(before?.score ?? 0, score * worth),
          worth: Math.max(before?.worth ?? 0, Math.min(worth, EXACT)),
          terms: [...(before?.terms ?? []), ...terms],
        });
      }
    };
    for (const form of forms) {
      add(this.#lookUp(form), EXACT);
      for (const synonym of this.#synonyms.get(form) ?? []) {
        if (synonym !== form) add(this.#lookUp(synonym), SYNONYM);
      }
    }
    if (HTTP_ERROR.test(term))
      add(this.#lookUp(stem("status"), { filter: this.#isOfErrors }), STATUS);
    const whole = found.size;
    if (isLast && term.length > 1 && !(/\d/.test(term) && whole > 0))
      add(this.#lookUp(term, { prefix: true }), whole > 0 ? MAYBE_BEGINNING : BEGINNING);
    if (found.size === 0) add(this.#lookUpHalves(word), SYNONYM);
    if (found.size === 0) for (const each of swapped(word)) add(this.#lookUp(each), TYPO);
    if (found.size === 0) add(this.#lookUp(term, { fuzzy: typosIn(term) }), TYPO);
    const best = Math.max(...[...found.values()].map((each) => each.worth));
    for (const each of found.values()) each.worth /= best;
    const rarity = Math.log(1 + this.#file.sections.length / (1 + (whole || found.size)));
    return { word, weight: isWeak(word) ? WEAK * rarity : rarity, sections: found };
  }

  /** The sections with two words near each other that are written together in one, as in "apikey". */
  #lookUpHalves(word: string): SearchResult[] {
    const cuts = Array.from(
      { length: Math.max(0, word.length - 2 * HALF + 1) },
      (_, at) => HALF + at,
    );
    return cuts.flatMap((cut) => {
      const parts = [word.slice(0, cut), word.slice(cut)].map(folded);
      const halves = parts.flatMap((half) => termOf(half) ?? []);
      if (halves.length < 2) return [];
      const both = new RegExp(
        [parts, parts.toReversed()].map((pair) => `\\b${pair.join(NEAR)}`).join("|"),
      );
      return this.#lookUp(
        { combineWith: "AND", queries: halves },
        { filter: ({ id }) => both.test(folded(this.#textOf(id))) },
      );
    });
  }

  #textOf(id: number): string {
    const { title = "", text = "" } = this.#file.sections[id] ?? {};
    return `${title} ${text}`;
  }

  /** Whether a section is on the page of errors, which says what to do about a status that no page names. */
  readonly #isOfErrors = ({ id }: { id: number }): boolean => {
    const page = this.#file.sections[id]?.page ?? -1;
    return kindOf(this.#file.pages[page]?.path ?? "").kind === "errors";
  };

  /** How many of the question's words stand beside each other in a section as they do in the question. */
  #shareBeside(id: number, matches: readonly Matches[]): number {
    if (matches.length < 2) return 0;
    const order = matches.map(({ sections }) => sections.get(id)?.terms ?? []);
    const terms = this.#terms.get(id) ?? wordsOf(this.#textOf(id)).map((word) => termOf(word));
    this.#terms.set(id, terms);
    const isOne = (of: readonly string[], term?: string) => term !== undefined && of.includes(term);
    const pairs = order
      .slice(1)
      .filter((next, index) =>
        terms.some(
          (term, at) =>
            isOne(order[index] ?? [], term) &&
            terms.slice(at + 1, at + 4).some((near) => isOne(next, near)),
        ),
      );
    return pairs.length / (order.length - 1);
  }

  #lookUp(
    term: Query,
    options: Pick<SearchOptions, "prefix" | "fuzzy" | "filter"> = {},
  ): SearchResult[] {
    return this.#index.search(term, {
      boost: FIELDS,
      tokenize: (text) => [text],
      processTerm: (text) => text,
      ...options,
    });
  }

  #grouped(matches: readonly Matches[], isPortuguese: boolean): Found[] {
    const ids = new Set(matches.flatMap(({ sections }) => [...sections.keys()]));
    const whole = matches.reduce((sum, { weight }) => sum + weight, 0);
    const first = [...ids].map((id) => {
      const having = matches.filter(({ sections }) => sections.has(id));
      const own = having.flatMap(({ sections, weight, word }) => {
        const match = sections.get(id);
        const score = (match?.score ?? 0) * (isWeak(word) ? WEAK : 1);
        return match ? { terms: match.terms, share: weight * match.worth, score } : [];
      });
      const section = this.#file.sections[id] as SearchSection;
      const page = this.#file.pages[section.page] as SearchPage;
      const share = own.reduce((sum, each) => sum + each.share, 0) / whole;
      const isOwn = page.path.startsWith(PORTUGUESE) === isPortuguese;
      const terms = new Set(own.flatMap((each) => each.terms));
      // Whoever asks for a number, such as a return code, wants the section of that name.
      const named = numbersIn(section.title).some((each) => terms.has(each)) ? NAMED : 1;
      const sum = own.reduce((all, each) => all + each.score, 0);
      const score = sum * share ** 2 * kindOf(page.path).worth * named;
      return { id, section, page, isOwn, score, terms };
    });
    first.sort((one, other) => other.score - one.score);
    const scored = first.map((each, index) => {
      if (index >= RERANKED) return each;
      const score = each.score * (1 + BESIDE * this.#shareBeside(each.id, matches));
      return { ...each, score };
    });
    scored.sort((one, other) => other.score - one.score);
    // Node 20 has no Map.groupBy.
    const groups = new Map<string, typeof scored>();
    for (const each of scored) {
      const path = each.page.path.replace(PORTUGUESE, "");
      groups.set(path, [...(groups.get(path) ?? []), each]);
    }
    return [...groups.values()].slice(0, PAGES).map((hits) => {
      const { page } = (hits.find(({ isOwn }) => isOwn) ?? hits[0]) as (typeof hits)[number];
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

function withPhrases(question: string): string {
  const plain = folded(question);
  const meant = PHRASES.filter(([phrase]) => plain.search(phrase) >= 0);
  if (meant.length === 0) return question;
  return meant.reduce((text, [phrase, words]) => text.replaceAll(phrase, words), plain);
}

/** The numbers that a title names, such as those of a return code, without its minus, or of statuses. */
function numbersIn(title: string): string[] {
  return title.match(/\b\d{3,}\b/g) ?? [];
}

/** How much more a section counts whose title names a number of the question. */
const NAMED = 20;

function kindOf(path: string): { kind: Kind; worth: number } {
  const [, kind, worth] = KINDS.find(([address]) =>
    address.test(path.replace(PORTUGUESE, "")),
  ) as (typeof KINDS)[number];
  return { kind, worth };
}

function hasOneOf(terms: ReadonlySet<string>, text: string): boolean {
  return wordsOf(text).some((word) => terms.has(termOf(word) ?? ""));
}

const SNIPPET = 26;
const BEFORE = 5;

/** The words of a text around the found ones. */
function snippetOf(text: string, terms: ReadonlySet<string>): Piece[] {
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
