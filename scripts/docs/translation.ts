import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { businessRules } from "../../src/sandbox/domain/sandbox-return-codes.ts";
import { oneLine } from "./from-contract/markdown-table.ts";
import { headingAnchor, outsideOfCode } from "./markdown-files.ts";

/** The Portuguese of the texts that scripts write into pages. */
export const PORTUGUESE_TEXTS = "docs/pt-BR/texts.yaml";

const ROOT = join(import.meta.dirname, "../..");

/**
 * An English text and its translation. In both, `{}` stands for a part that has a translation of its own, and `{*}` for one
 * that is never translated.
 */
type Entry = { en: string; pt: string };

/** Says an English text in the language of a page. */
export type Say = (english: string) => string;

/** Where a text of a page ends: at HTML other than code, and at an item, a paragraph, a cell or a dot between links. */
const BOUNDARY =
  /(<(?!\/?code\b)[^>]*>|\n\s*\n|\n(?=\s*(?:[-|>]|\d+\. ))|^\s*(?:[->]|#+|\d+\.) |(?<!\\)\|| · |\{[^{}`]*[=#][^{}`]*\})/m;
const LABEL = /(?<=aria-label=")[^"]*/g;
const HEADING = /^(#{2,}) (?!.*\{#)(.+)$/gm;

const HOLE = /\{\*?\}/;

/** What needs no translation: code, the targets of links, and names such as `PaymentStatus`. */
const UNTRANSLATED =
  /`[^`]*`|<code>.*?<\/code>|\]\([^)]*\)|R\$|(?:\p{L}|_)+(?=[\p{Lu}\d._])[\p{L}\d._]*\p{L}/gu;

/** A comment with a line of its own. */
const COMMENT = /^(\/\/ )(.+)$/gm;

/**
 * Translates pages that scripts write. A text without a translation stays as it is and is marked as English. So is one
 * whose English has changed, since the English is what it is found by.
 */
export class Translation {
  readonly missing = new Set<string>();
  readonly #entries: readonly Entry[];
  readonly #used = new Set<Entry>();
  readonly #whole: ReadonlyMap<string, Entry>;
  readonly #patterns: readonly { entry: Entry; pattern: RegExp; holes: string[] }[];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    this.#whole = new Map(entries.map((entry) => [entry.en, entry]));
    this.#patterns = entries
      .filter(({ en }) => HOLE.test(en))
      .map((entry) => {
        const holes = entry.en.match(new RegExp(HOLE, "g")) ?? [];
        return { entry, pattern: patternOf(entry.en), holes };
      });
  }

  static read(): Translation {
    const entries = parse(readFileSync(join(ROOT, PORTUGUESE_TEXTS), "utf8")) as Entry[];
    // The sandbox's messages are shown as it says them.
    const messages = Object.values(businessRules).map(({ message }) => message);
    return new Translation([...entries, ...messages.map((text) => ({ en: text, pt: text }))]);
  }

  /** The translations that nothing has asked for: their English is no longer there. */
  get unused(): string[] {
    return this.#entries.filter((entry) => !this.#used.has(entry)).map(({ en }) => en);
  }

  /** A text without markup, in Portuguese if there is a translation. */
  say(english: string): string {
    const found = this.#find(english);
    if (found === undefined) this.missing.add(english);
    return found ?? english;
  }

  /** The Markdown of a page, whose headings keep their anchors. Of code, it translates comments with a line of their own. */
  page(source: string): string {
    const text = outsideOfCode(source, (part) =>
      part
        .replaceAll(HEADING, (heading, _, title) =>
          isLanguage(title) ? `${heading} {#${headingAnchor(title)}}` : heading,
        )
        .split(BOUNDARY)
        .map((text, index, all) => (index % 2 === 0 ? this.#text(text, all[index - 1]) : text))
        .join("")
        .replaceAll(LABEL, (label) => this.say(label)),
    );
    return text.replaceAll(COMMENT, (_, start, comment) => start + this.say(comment));
  }

  #text(text: string, before = ""): string {
    const [, start = "", english = "", end = ""] = /^([\s,:]*)(.*?)([\s,:]*)$/s.exec(text) ?? [];
    if (!isLanguage(english)) return text;
    const key = oneLine(english);
    const said = this.say(key);
    const isMissing = this.missing.has(key) && !before.startsWith("<option");
    return start + (isMissing ? `<span lang="en">${english}</span>` : said) + end;
  }

  #find(english: string): string | undefined {
    const whole = this.#whole.get(english);
    if (whole) return this.#use(whole);
    if (!isLanguage(english)) return english;
    const sentences = english.split(/(?<=[.!?]) (?=\S)/);
    const all = sentences.length > 1 ? sentences.map((sentence) => this.#find(sentence)) : [];
    if (all.length > 0 && !all.includes(undefined)) return all.join(" ");
    for (const { entry, pattern, holes } of this.#patterns) {
      const parts = pattern
        .exec(english)
        ?.slice(1)
        .map((part, index) => (holes[index] === "{}" ? this.#find(part) : part));
      if (parts?.every((part) => part !== undefined))
        return parts.reduce((text, part) => text.replace(HOLE, () => part), this.#use(entry));
    }
    return undefined;
  }

  #use(entry: Entry): string {
    this.#used.add(entry);
    return entry.pt;
  }
}

function isLanguage(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(UNTRANSLATED, ""));
}

/** The same text with any parts in its holes. */
function patternOf(english: string): RegExp {
  const parts = english.split(HOLE).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`, "s");
}
