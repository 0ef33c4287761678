import { type Found, type SearchSection, SiteSearch } from "../../../docs-search/search-index.ts";
import type { Page } from "../read-pages.ts";
import { type Answer, count, type Tool, ToolError, text } from "../tool.ts";

/** How many sections an answer has, and how many characters of each, and of a page. */
const SECTIONS = 6;
const SECTION = 1_500;
const PAGE = 16_000;

/** The search of the site, over the Markdown in the package. Its index takes half a second, so it is made once. */
export function searchDocs(pages: readonly Page[]): Tool {
  const docs = pages.filter(({ mimeType }) => mimeType === "text/markdown");
  const sections = docs.flatMap((page, index) => sectionsOf(page.text, index));
  const paths = docs.map(({ file, title }) => ({ path: pathOf(file), title }));
  let index: Promise<SiteSearch> | undefined;
  return {
    name: "search_docs",
    description:
      "Searches the documentation of Centavo: guides, the client, the sandbox, errors, assumptions. Returns the best sections as Markdown. With page instead of question, returns that page. The pages are in English; a question may be in Portuguese too.",
    input: {
      question: text("What to search, in a few words."),
      page: text("The file of a page to read, e.g. docs/errors.md."),
      skip: count("How many characters of the page to leave out at the beginning."),
    },
    async run({ question, page: file, skip = 0 }) {
      if (file === undefined) {
        if (question === undefined) throw new ToolError("give a question, or a page");
        index ??= SiteSearch.of({ pages: paths, sections });
        return answer((await index).find(`${question}`, "en").pages);
      }
      const page = docs.find((each) => each.file === file);
      if (!page) throw new ToolError(`no page has the file ${file}; search for one`);
      const shown = page.text.slice(Number(skip), Number(skip) + PAGE);
      return { facts: { text: shown, of: page.text.length }, links: [page] };
    },
  };

  function answer(found: Found[]): Answer {
    const hits = found
      .flatMap((each) => each.hits.slice(0, 2))
      .flatMap(({ address }) => sections.find((section) => addressOf(section) === address) ?? [])
      .slice(0, SECTIONS);
    const shown = hits.map(({ page, title, text }) => {
      const rest = text.length > SECTION ? "… (cut: read the page)" : "";
      return { page: docs[page]?.file, title, text: text.slice(0, SECTION) + rest };
    });
    const links = [...new Set(hits.map(({ page }) => page))].flatMap((page) => docs[page] ?? []);
    return {
      facts: { language: "English; the site has Portuguese too", sections: shown },
      links,
    };
  }

  /** As the search writes it. */
  function addressOf({ page, anchor }: SearchSection): string {
    return `${pathOf(docs[page]?.file ?? "")}.html${anchor && `#${anchor}`}`;
  }
}

function pathOf(file: string): string {
  return file.replaceAll(/^docs\/|\.md$/g, "");
}

/** A heading, or an entry of a list or table with an anchor of its own, such as a return code. */
const START =
  /^(?:#{1,4} (?:<a id="[^"]+"><\/a>)?(?<heading>.+)|[-|] <a id="[^"]+"><\/a>(?<entry>.+))$/;

/** The parts of a page, cut at its headings and entries, but not in its code. */
function sectionsOf(markdown: string, page: number): SearchSection[] {
  const sections: SearchSection[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const { heading, entry = "" } = (!isCode && START.exec(line)?.groups) || {};
    // The code and the name of an entry.
    const title =
      heading?.replaceAll("`", "") ?? /^[^.:]*/.exec(entry.replaceAll(/[*`|]/g, ""))?.[0] ?? "";
    const last = sections.at(-1);
    if (title) sections.push({ page, anchor: last ? title : "", title, text: `${entry}\n` });
    else if (last) last.text += `${line}\n`;
  }
  return sections;
}
