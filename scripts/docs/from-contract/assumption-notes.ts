import { assumptionId, isMarked, marksOf } from "../../../src/contract/assumptions.ts";
import { type Cursor, textAt } from "../../../src/contract/cursor.ts";
import type { Operation } from "../../../src/contract/operations.ts";
import { escapeHtml } from "../../../src/text/escape-html.ts";
import { unescapeHtml } from "../html.ts";
import { oneLine } from "./markdown-table.ts";

/** A contract, and the ids of the assumptions that have a place on their page. */
export type Assumptions = { contract: Cursor; assumptions: ReadonlySet<string> };

/** A dot, and the reason that it shows on hover, focus and tap. A reason ends with `</small>`. */
const DOT = / ?<span class="assumed">.*?<\/small><\/span><\/span>/g;
const REASON = /<small>(.*?)(?: <a [^>]*>[^<]*<\/a>)*<\/small>/g;
const COUNT = /^<p class="assumed-count">.*<\/p>\n\n?/gm;

/** The assumptions of the marked values, behind one dot. */
export function assumed(marked: readonly Cursor[], about: Assumptions): string {
  const marks = marked.filter((each) => each.at("x-inferred").exists);
  if (marks.length === 0) return "";
  const idOf = (mark: Cursor) => assumptionId(about.contract, mark);
  const reasons = [...Map.groupBy(marks, inferred)].map(([text, same]) => {
    const ids = [...new Set(same.map(idOf))];
    return `<small>${text}${linksTo(ids, about)}</small>`;
  });
  return ` <span class="assumed"><button type="button" class="dot"><span>Assumed</span></button><span class="reason">${reasons.join("")}</span></span>`;
}

/** The same as a paragraph of its own. */
export function assumedBlock(marked: readonly Cursor[], about: Assumptions): string {
  const dot = assumed(marked, about).trim();
  return dot && `\n\n${dot}`;
}

/** The text of an assumption as HTML, as pages show it. */
export function inferred(mark: Cursor): string {
  return escapeHtml(oneLine(textAt(mark, "x-inferred"))).replaceAll(
    /`([^`]*)`/g,
    "<code>$1</code>",
  );
}

function linksTo(ids: readonly string[], { assumptions }: Assumptions): string {
  return ids
    .filter((id) => assumptions.has(id))
    .map((id, index) => {
      const name = index === 0 ? `About ${id}` : `The same of ${id}`;
      return ` <a href="../assumptions.html#${id}" aria-label="${name}">#</a>`;
    })
    .join("");
}

/** How much of an operation is assumed, with the switch that shows all reasons. See theme/operation-page.ts. */
export function assumedCount(operation: Operation): string {
  const count = new Set(marksOf(operation).filter(isMarked).map(inferred)).size;
  if (count === 0) return "";
  const text = count === 1 ? "1 thing here is assumed" : `${count} things here are assumed`;
  return `<p class="assumed-count"><span class="dot"></span>${text}<span class="switch">: <button type="button" class="text-button" aria-pressed="false">show</button></span></p>`;
}

/** A page for programs: each dot is its reasons in parentheses. */
export function reasonsInParentheses(source: string, word: string): string {
  const textOf = (html: string) => unescapeHtml(html.replaceAll(/<\/?code>/g, "`"));
  return source
    .replaceAll(COUNT, "")
    .replaceAll(DOT, (dot) =>
      [...dot.matchAll(REASON)].map(([, text = ""]) => ` (${word}: ${textOf(text)})`).join(""),
    )
    .replaceAll(new RegExp(`^ (?=\\(${word}:)`, "gm"), "");
}
