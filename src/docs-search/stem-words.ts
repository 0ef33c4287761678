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

/** Words of questions that say little: they count only for a tenth, and other words decide. */
const WEAK_WORDS = new Set(
  (
    "after again allow allowed already also another available before best between cannot done enable even get gets give " +
    "go happen happens happened help instead just know let like long make many may maximum mean means might minimum much " +
    "need needs no one other please possible problem same see some still support supported take tell thing time use used " +
    "using valid via want way without work working works yet " +
    "ainda alem algum alguma algo antes apos cade cada consigo continua dar demora demorar deve devo depois dizer dura esta estao existe " +
    "faco fazer fica ficar funciona ir jeito maximo mesma mesmo minhas meus minimo muito nada onde outra outro pego pegar " +
    "pode poder preciso problema quanta quantas quanto quantos quero saber sem sera sobre tempo todo todos usar usando vai ver vou"
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
export function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * What inflections of a folded word share, in either language: one table for both, as nobody says in which language
 * they type. It need not be a word.
 */
export function stem(word: string): string {
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

/** Whether a word of a question says little. */
export function isWeak(word: string): boolean {
  return WEAK_WORDS.has(folded(word));
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

const terms = new Map<string, string | undefined>();

/** A word as the index has it, or undefined if it says nothing. The pages repeat most of their words. */
export function termOf(word: string): string | undefined {
  if (!terms.has(word)) {
    const plain = folded(word);
    terms.set(word, STOP_WORDS.has(plain) ? undefined : stem(plain));
  }
  return terms.get(word);
}
