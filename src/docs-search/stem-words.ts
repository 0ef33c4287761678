import { SYNONYMS } from "./synonyms.ts";

/** Words that say nothing about what is searched, in both languages. */
const STOP_WORDS = new Set(
  (
    "a all an and any are as at be been but by can could did do does for from had has have how i if in into is it its me " +
    "must my not of off on only or our out over should so than that the their them then there these they this to up was " +
    "we were what when where which who why will with would you your " +
    "ao aos as com como da das de do dos e em era essa esse esta estou eu foi ha isso isto ja la mais meu minha na nao " +
    "nas nem no nos o os ou para pela pelo por posso qual quais quando que quem se ser seu sua sao tem tenho um uma"
  ).split(" "),
);

/** Words that look like an inflection of another word, and are not. */
const WHOLE_WORDS = new Set(
  "container containers receber caller order orders number numbers later".split(" "),
);

/** Endings of Portuguese and English words, what replaces them, and how many letters have to stay before them. */
const ENDINGS: readonly (readonly [endings: RegExp, replacement: string, stays: number])[] = [
  [/[ai]mentos?$/, "", 5],
  [/(?:[ai]tions?|[ai]coes|[ai]cao|ate[ds]?|ating)$/, "", 4],
  [/(?:[ae]nci(?:as?|es)|[ae]nces?|[ae]ncy|[ae]nte?s?)$/, "", 5],
  [/(?:adore?s?|adoras?|[ai]d[oa]s?|[aei]ndo|ings?)$/, "", 4],
  [/(?:ies|ied)$/, "y", 3],
  [/(?:oes|ao)$/, "a", 3],
  [/(?:ers?|e[ds]|[aei]r|ou|ei)$/, "", 4],
  [/s$/, "", 3],
];

/** Lower case without accents. */
function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * What inflections of a folded word share, in either language: one table for both, as nobody says in which language
 * they type. It need not be a word.
 */
function stem(word: string): string {
  if (/\d/.test(word)) return word;
  if (WHOLE_WORDS.has(word)) return word.replace(/s$/, "");
  const ending = ENDINGS.find(([endings, , stays]) => {
    const start = word.search(endings);
    return start >= stays;
  });
  const start = ending ? word.replace(ending[0], ending[1]) : word;
  // Spellings differ in double letters: "installment" and "instalment", "cancelled" and "canceled".
  return start.replace(/(?<=....)[aeo]$/, "").replaceAll(/([b-df-hj-np-tv-z])\1/g, "$1");
}

const WORD = /\d{1,3}(?:[.,]\d{3})+(?![\d.,])|[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu;
/** Between the parts of a word. Those of a number, such as 10,000, mean nothing. */
const PART = /[_-]|(?<!\d)\.|\.(?!\d)|(?<=\p{Ll})(?=\p{Lu})/u;

/** The words of a text. One with parts, such as `payments.create` or `postbackUrl`, is followed by them. */
export function wordsOf(text: string): string[] {
  return (text.normalize("NFC").match(WORD) ?? []).flatMap((word) => {
    const parts = word.split(PART);
    return parts.length > 1 ? [word, ...parts] : word;
  });
}

/** What each word of a group is in the index: the first one of the group. */
const meanings = new Map<string, string[]>(
  SYNONYMS.flatMap((group) => {
    const [first = "", ...others] = group.map((word) => stem(folded(word)));
    return others.map((term) => [term, [first]] as const);
  }),
);

const terms = new Map<string, string[]>();

/**
 * A word as the index has it, and what it means if others mean the same. Empty if it says nothing. The pages repeat most of
 * their words.
 */
export function termsOf(word: string): string[] {
  const known = terms.get(word);
  if (known) return known;
  const plain = folded(word);
  const term = stem(plain);
  const own = STOP_WORDS.has(plain) ? [] : [term, ...(meanings.get(term) ?? [])];
  terms.set(word, own);
  return own;
}

/** A word of a question, as one that means the same has it. Undefined if it says nothing. */
export function termOf(word: string): string | undefined {
  return termsOf(word).at(-1);
}
