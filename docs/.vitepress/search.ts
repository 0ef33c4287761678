import type { DefaultTheme } from "vitepress";
import { unescapeHtml } from "../../scripts/docs/html.ts";
import { PORTUGUESE_FOLDER } from "../../scripts/docs/navigation.ts";
import { PORTUGUESE_SEARCH } from "./labels.ts";

/** A section that has a word of a group is found by each word of it. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["boleto", "boletos", "billet", "billets"],
  ["webhook", "webhooks", "postback", "postbacks", "callback"],
  ["QR", "PIX"],
  ["estorno", "reembolso", "refund", "refunds", "refunded"],
  ["parcela", "parcelas", "parcelamento", "instalment", "instalments", "installments"],
  ["chargeback", "chargebacks", "dispute", "disputes", "contestação"],
  ["cartão", "cartões", "card", "cards"],
  ["assinatura", "assinaturas", "subscription", "subscriptions"],
  ["saque", "saques", "withdrawal", "withdrawals"],
  ["subconta", "subcontas", "subaccount", "subaccounts"],
  ["cliente", "customer", "customers"],
  ["decline", "declined", "recusado", "recusada"],
  ["expired", "expires", "lapse", "lapses", "expira", "vencido"],
  ["paging", "pagination", "pages", "paginação"],
  ["centavos", "cents", "reais"],
  ["answer", "answers", "response", "responses", "resposta"],
  ["twice", "duplicate", "double"],
];

const HEADING = /<h([1-6]) id="([^"]*)"[^>]*>(.*?)<a class="header-anchor"[^>]*>.*?<\/h\1>/gs;
/** A word of the title counts more than one of the text, and so do its synonyms. */
const TITLE_WEIGHT = 4;

type Section = { anchor: string; titles: string[]; text: string };

/** An item of a list or a row of a table with an anchor of its own: a return code, or an assumption. */
const ENTRY = /<(li|tr)>(?:(?!<\/?\1>)[\s\S])*?<a id="([^"]*)"><\/a>[\s\S]*?<\/\1>/g;
const PAGES_OF_ENTRIES = /(errors|outcomes-and-faults|assumptions)\.md$/;

/** The parts of a page that the search finds. */
function partsOf(file: string, html: string): Section[] {
  const sections = sectionsOf(html);
  if (!PAGES_OF_ENTRIES.test(file)) return sections;
  const [page = ""] = sections[0]?.titles ?? [];
  const entries = [...html.matchAll(ENTRY)].map(([entry, , anchor = ""]) => {
    const text = plainText(entry);
    const [name = ""] = text.split(/(?<=[.:]) /);
    return { anchor, titles: [page, name], text: [text, ...synonyms(text)].join(" ") };
  });
  return [...sections, ...entries];
}

/** Splits a page at its headings, and adds the synonyms of its words. */
function sectionsOf(html: string): Section[] {
  const parents: string[] = [];
  const headings = [...html.matchAll(HEADING)];
  return headings.map((heading, index) => {
    const [whole, level, anchor = "", title = ""] = heading;
    const start = heading.index + whole.length;
    const text = plainText(html.slice(start, headings[index + 1]?.index));
    parents.length = Number(level) - 1;
    parents.push(plainText(title));
    const titles = parents.filter(Boolean);
    const ofTitle = synonyms(titles.at(-1) ?? "").join(" ");
    return {
      anchor,
      titles,
      text: [text, ...synonyms(text), ...Array(TITLE_WEIGHT).fill(ofTitle)].join(" "),
    };
  });
}

function synonyms(text: string): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return SYNONYMS.filter((group) => group.some((word) => words.has(word.toLowerCase())))
    .flat()
    .filter((word) => !words.has(word.toLowerCase()));
}

function plainText(html: string): string {
  const text = html.replaceAll(/<svg[\s\S]*?<\/svg>/g, " ").replaceAll(/<[^>]*>/g, " ");
  return unescapeHtml(text).replaceAll("\u200b", "").replaceAll(/\s+/g, " ").trim();
}

export const searchOptions: DefaultTheme.LocalSearchOptions = {
  detailedView: false,
  disableDetailedView: true,
  miniSearch: {
    _splitIntoSections: partsOf,
    searchOptions: {
      combineWith: "AND",
      fuzzy: false,
      prefix: true,
      boost: { title: 6, titles: 3, text: 1 },
    },
  },
  locales: { [PORTUGUESE_FOLDER]: { translations: PORTUGUESE_SEARCH } },
};
