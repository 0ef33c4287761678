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
/** What it counts more that they stand there without a gap, as in a message that is pasted, the fewer sections have that. */
const PHRASE = 3;
/** How little a run counts that is not the whole question. */
const RUN_SHARE = 8;
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
type Matches = {
  word: string;
  weight: number;
  isWeak: boolean;
  sections: Map<number, Match>;
};
/** The words of a question or a text in their order, as the index has them: undefined for those that say nothing. */
type Terms = readonly (string | undefined)[];

/** A code that a program prints, such as `ERR_REQUIRE_ESM`. Its parts are common words, and none of them means it. */
const CODE = /^[A-Z\d]+(?:_[A-Z\d]+)+$/;

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
  readonly #terms = new Map<number, Terms>();
  /** The titles of the sections, as the index has them. */
  readonly #titles: readonly string[];
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
    this.#titles = file.sections.map(({ title }) => told(wordsOf(title).map(termOf)));
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
    const isUnknown = ({ sections }: Matches) => sections.size === 0;
    const unknown = matches.filter(isUnknown).map(({ word }) => word);
    const fragments = new Set(unknown.filter((word) => CODE.test(word)).flatMap(partsOf));
    const ofCodes = matches.filter(({ word }) => fragments.has(word));
    const own = matches.filter(({ word }) => !fragments.has(word));
    const isNearest = own.every(isUnknown);
    const shown = matches.every(isUnknown)
      ? own.map(({ word }) => this.#nearest(word))
      : [...own, ...ofCodes.map((each) => ({ ...each, weight: each.weight * WEAK, isWeak: true }))];
    const parts = new Set(unknown.flatMap(partsOf));
    return {
      pages: this.#grouped(
        shown,
        wordsOf(question).map(termOf),
        this.#isPortuguese(words) ?? language.startsWith("pt"),
      ),
      without: unknown.filter((word) => !isWeak(word) && !parts.has(word)),
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
    return { word, weight: 1, isWeak: false, sections };
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
    return {
      word,
      weight: isWeak(word) ? WEAK * rarity : rarity,
      isWeak: isWeak(word),
      sections: found,
    };
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

  #termsOf(id: number): Terms {
    const terms = this.#terms.get(id) ?? wordsOf(this.#textOf(id)).map(termOf);
    this.#terms.set(id, terms);
    return terms;
  }

  /** How many of the question's words stand beside each other in a section as they do in the question. */
  #shareBeside(id: number, matches: readonly Matches[]): number {
    if (matches.length < 2) return 0;
    const order = matches.map(({ sections }) => sections.get(id)?.terms ?? []);
    const terms = this.#termsOf(id);
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

  #grouped(matches: readonly Matches[], phrase: Terms, isPortuguese: boolean): Found[] {
    const title = told(phrase);
    const ids = new Set(matches.flatMap(({ sections }) => [...sections.keys()]));
    const whole = matches.reduce((sum, { weight }) => sum + weight, 0);
    const first = [...ids].map((id) => {
      const having = matches.filter(({ sections }) => sections.has(id));
      const own = having.flatMap(({ sections, weight, isWeak: saysLittle }) => {
        const match = sections.get(id);
        const score = (match?.score ?? 0) * (saysLittle ? WEAK : 1);
        return match ? { terms: match.terms, share: weight * match.worth, score } : [];
      });
      const section = this.#file.sections[id] as SearchSection;
      const page = this.#file.pages[section.page] as SearchPage;
      const share = own.reduce((sum, each) => sum + each.share, 0) / whole;
      const isOwn = page.path.startsWith(PORTUGUESE) === isPortuguese;
      const terms = new Set(own.flatMap((each) => each.terms));
      // Whoever asks for a number, such as a return code, or for a title wants the section of that name.
      const isNamed =
        (title !== "" && this.#titles[id] === title) ||
        numbersIn(section.title).some((each) => terms.has(each));
      const sum = own.reduce((all, each) => all + each.score, 0);
      const score = sum * share ** 2 * kindOf(page.path).worth * (isNamed ? NAMED : 1);
      return { id, section, page, isOwn, score, terms };
    });
    first.sort((one, other) => other.score - one.score);
    const near = first.slice(0, RERANKED).map((each) => ({
      ...each,
      beside: this.#shareBeside(each.id, matches),
      run: shareInRun(phrase, this.#termsOf(each.id)),
    }));
    const usual = near.reduce((sum, { run }) => sum + run, 0) / near.length;
    const surprise = usual > 0 ? -Math.log(usual) : 0;
    const scored = [
      ...near.map(({ beside, run, ...each }) => ({
        ...each,
        score: each.score * (1 + BESIDE * beside + PHRASE * surprise * run),
      })),
      ...first.slice(RERANKED),
    ];
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

/** How much more a section counts whose title names a number of the question, or is the question. */
const NAMED = 20;

/** The parts of a word such as `NO_AUTH`. */
function partsOf(word: string): string[] {
  return wordsOf(word).slice(1);
}

/** The terms that say something, to compare with those of another text. */
function told(terms: Terms): string {
  return terms.filter((term) => term !== undefined).join(" ");
}

/** The share of a phrase's words that a text has in one run, which counts little unless it is long. */
function shareInRun(phrase: Terms, text: Terms): number {
  const words = phrase.filter((term) => term).length;
  if (words < 2) return 0;
  let longest = 0;
  for (const [start, first] of phrase.entries()) {
    if (first === undefined) continue;
    for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
      longest = Math.max(longest, runFrom(phrase, start, text, at));
    }
  }
  return longest < 2 ? 0 : (longest / words) ** RUN_SHARE;
}

/** How many words that say something go on in the same way from here. */
function runFrom(phrase: Terms, start: number, text: Terms, at: number): number {
  const rest = phrase.slice(start);
  const end = rest.findIndex((term, index) => term !== text[at + index]);
  return rest.slice(0, end < 0 ? undefined : end).filter((term) => term).length;
}

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
