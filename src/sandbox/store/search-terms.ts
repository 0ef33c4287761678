import type { Kind, Records } from "./records.ts";

/** The kinds of records that a search finds. */
const searchedKinds = ["payments", "customers", "subscriptions", "subaccounts"] as const;
export type SearchedKind = (typeof searchedKinds)[number];

export function isSearched(kind: Kind): kind is SearchedKind {
  return (searchedKinds as readonly Kind[]).includes(kind);
}

/** In characters. A search for more looks for the beginning. */
const MAX_LENGTH = 60;
/** Texts of this length or more in an address are signatures and tokens, which nobody types. */
const MAX_REFERENCE_LENGTH = 40;
/** The path of the built-in receiver begins so. */
const OWN_PATHS = "/_sandbox/";
/** The words of a text, and the texts of an address, from which one can find a record. */
const MAX_WORDS = 6;
const MAX_REFERENCES = 6;
/** The characters at the end of an id by which it is found. Ids begin with a time, so their ends tell them apart. */
export const END_LENGTH = 4;

/** Where a resource has the texts by which a search finds it, as paths of its fields. */
interface Sources {
  /** Each is of several fields, which make one name. */
  names?: string[][];
  emails?: string[];
  /** Addresses that contain references. */
  addresses?: string[];
  /** Ids of others, by which it is found as a whole. */
  ids?: string[];
}

const BUYER: Sources = {
  names: [["buyerDetails.firstName", "buyerDetails.lastName"]],
  emails: ["buyerDetails.email"],
};

/**
 * The entries of stored records depend on it, so a change of it needs a migration. A payment is found through its customer,
 * and has few entries of its own: each makes creating it slower.
 */
const sources: Record<SearchedKind, Sources> = {
  payments: { addresses: ["postbackUrl"] },
  customers: { names: [["firstName", "lastName"]], emails: ["email"] },
  subscriptions: { names: [["title"]], ids: ["customerId"] },
  subaccounts: {
    names: [
      ["name"],
      ["juridicDataPartner.name", "juridicDataPartner.lastName"],
      ["juridicLegalData.fantasyName"],
      ["juridicLegalData.socialReason"],
    ],
    emails: ["juridicDataPartner.email"],
  },
};

function sourcesOf(kind: SearchedKind, record: Records[Kind]): Sources[] {
  const hasOtherBuyer = "hasOtherBuyer" in record && record.hasOtherBuyer;
  return hasOtherBuyer ? [sources[kind], BUYER] : [sources[kind]];
}

function termsFrom(
  { names = [], emails = [], addresses = [], ids = [] }: Sources,
  resource: object,
): string[] {
  const textAt = (path: string) => textIn(resource, path);
  return [
    ...names.flatMap((paths) => wordsOf(paths.map(textAt).join(" "))),
    ...emails.map((path) => emailTerm(textAt(path))),
    ...addresses.flatMap((path) => referencesIn(textAt(path))),
    ...ids.map(textAt),
  ];
}

/** The text at a path, or none. */
function textIn(object: object, path: string): string {
  let value: unknown = object;
  for (const name of path.split("."))
    value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

/** The entries of a record in the index of all records. */
export function searchEntriesOf(kind: SearchedKind, record: Records[Kind]): string[] {
  const texts = sourcesOf(kind, record).flatMap((each) => termsFrom(each, record.resource));
  const terms = new Set([...texts, endTerm(record.id)]);
  terms.delete("");
  return Array.from(terms, (term) => entriesWith(kind, term, true) + record.id);
}

/** The entries that a change of a record removes and adds. There is no record before its insertion and after its deletion. */
export function changedEntries(
  kind: SearchedKind,
  before: Records[Kind] | undefined,
  after: Records[Kind] | undefined,
): { removed: string[]; added: string[] } {
  if (before && after && isFoundAlike(kind, before, after)) return { removed: [], added: [] };
  const from = before ? searchEntriesOf(kind, before) : [];
  const to = after ? searchEntriesOf(kind, after) : [];
  return {
    removed: from.filter((entry) => !to.includes(entry)),
    added: to.filter((entry) => !from.includes(entry)),
  };
}

/** Whether a record has the same entries after a change, since it has the same texts. */
function isFoundAlike(kind: SearchedKind, before: Records[Kind], after: Records[Kind]): boolean {
  const [from, to] = [sourcesOf(kind, before), sourcesOf(kind, after)];
  const paths = from.flatMap(({ names = [], emails = [], addresses = [], ids = [] }) => [
    ...names.flat(),
    ...emails,
    ...addresses,
    ...ids,
  ]);
  const isSame = (path: string) => textIn(before.resource, path) === textIn(after.resource, path);
  return from.length === to.length && paths.every(isSame);
}

/** The beginning of the entries of a kind with a term, or with terms that begin so. No term has a tab. */
export function entriesWith(kind: SearchedKind, term: string, isWhole: boolean): string {
  return `${kind}\t${term}${isWhole ? "\t" : ""}`;
}

/** The id in an entry. */
export function idIn(entry: string): string {
  return entry.slice(entry.indexOf("\t", entry.indexOf("\t") + 1) + 1);
}

/** Sorts behind all entries that begin with a text: terms have no such character. */
export const LAST_CHARACTER = "\uFFFD";

/**
 * A text as it is compared: the words in small letters without accents. Characters that engines sort differently count as
 * separators.
 *
 * @example
 * folded("  João d'Ávila-Souza "); // "joao d avila souza"
 */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/(?:[^\p{L}\p{N}]|[\u{10000}-\u{10FFFF}])+/gu, " ")
    .trim()
    .slice(0, MAX_LENGTH)
    .trimEnd();
}

/** The term of an e-mail address. */
export function emailTerm(email: string): string {
  return email
    .toLowerCase()
    .replaceAll(/[^\x21-\x7e\u00a1-\ud7ff]/g, "")
    .slice(0, MAX_LENGTH);
}

/** The term of the end of an id. It begins as the inspector shows it. */
export function endTerm(id: string): string {
  return `…${id.slice(-END_LENGTH).toLowerCase()}`;
}

/** A text from each of its words on, so that the beginning of several words is the beginning of one term. */
function wordsOf(text: string): string[] {
  const words = folded(text).split(" ");
  return words.slice(0, MAX_WORDS).map((_, index) => words.slice(index).join(" "));
}

/**
 * What an address has in its path and its query, except what is the same for all payments: parts of the path without a
 * digit, and the path of the built-in receiver. The reference of an order is one of these. It is found from its first part with a digit on, too.
 *
 * @example
 * referencesIn("https://shop.example/postbacks/pedido-1001?loja=centro"); // ["pedido 1001", "1001", "centro"]
 */
function referencesIn(url: string): string[] {
  const [, path = "", query = ""] = /^\w+:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const values = query.split("&").map((each) => each.slice(each.indexOf("=") + 1));
  const parts = path.startsWith(OWN_PATHS) ? [] : path.split("/");
  const texts = [...parts.filter((each) => /\d/.test(each)), ...values]
    .filter((each) => each.length < MAX_REFERENCE_LENGTH)
    .slice(-MAX_REFERENCES);
  return texts.map((each) => folded(decoded(each))).flatMap((each) => [each, fromDigit(each)]);
}

/** The words from the first one with a digit on. */
function fromDigit(text: string): string {
  return /\S*\d.*$/.exec(text)?.[0] ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
