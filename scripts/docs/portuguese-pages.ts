import { posix } from "node:path";
import { forPrograms } from "./from-contract/operation-pages.ts";
import { asDescription, titleAndDescription } from "./markdown-files.ts";
import { PORTUGUESE_FOLDER } from "./navigation.ts";
import { plainMarkdown } from "./plain-markdown.ts";
import type { SitePage } from "./site-source.ts";
import type { Translation } from "./translation.ts";

const OUTDATED =
  "> **Esta tradução está desatualizada.** Os textos novos, e os que mudaram em inglês, aparecem em inglês.";

/** A link of Markdown or of HTML to a page of the site. */
const LINK = /(\]\(|<a href=")((?!\w+:|#)[^)"#\s]+\.(?:md|html))([^)"\s]*)(?:\)(\{[^}]*\})?|")/g;

/** The pages that no person wrote, in Portuguese. */
export function portuguesePages(pages: readonly SitePage[], translation: Translation): SitePage[] {
  const own = pages.filter(({ origin }) => !origin);
  const twins = new Set([...pages.map(({ file }) => file), ...own.map(({ file }) => twinOf(file))]);
  return own.map((page) => translatedPage(page, twins, translation));
}

/** Says below the title of a page that it shows texts in English. */
function asOutdated(page: string): string {
  return page.replace(/^# .*$/m, `$&\n\n${OUTDATED}`);
}

function twinOf(file: string): string {
  return `${PORTUGUESE_FOLDER}/${file}`;
}

function translatedPage(
  page: SitePage,
  twins: ReadonlySet<string>,
  translation: Translation,
): SitePage {
  const { file, title, description, operation } = page;
  const translated = withLinks(translation.page(page.source), file, twins);
  const isWhole = !translated.includes('<span lang="en">');
  const source = isWhole ? translated : asOutdated(translated);
  const common = { ...page, file: twinOf(file), source };
  if (!operation) {
    return {
      ...common,
      title: translation.say(title),
      description: translation.say(description),
      markdown: plainMarkdown(source),
    };
  }
  const id = posix.basename(file, ".md");
  const name = translation.say(operation.title);
  const about = operation.method
    ? {
        title: `${name} (${id})`,
        description: asDescription(`${id}: ${paragraphAfter(translated, " · ")}`),
      }
    : {
        title: translation.say(title),
        description: titleAndDescription(translated).description,
      };
  return {
    ...common,
    ...about,
    markdown: forPrograms(source, "Suposição"),
    operation: { ...operation, title: name, group: translation.say(operation.group) },
  };
}

/** The first paragraph after the one with this text. */
function paragraphAfter(markdown: string, text: string): string {
  const paragraphs = markdown.split("\n\n");
  return paragraphs[paragraphs.findIndex((each) => each.includes(text)) + 1] ?? "";
}

/** Leads each link to the page in Portuguese, or one folder up and marked if there is none. */
function withLinks(markdown: string, page: string, twins: ReadonlySet<string>): string {
  return markdown.replaceAll(LINK, (whole, start, address, anchor, attributes = "{}") => {
    const target = posix.join(posix.dirname(page), address).replace(/html$/, "md");
    if (twins.has(twinOf(target))) return whole;
    const link = `${start}../${address}${anchor}`;
    if (start !== "](") return `${link}" hreflang="en"`;
    return `${link}){${[attributes.slice(1, -1), 'hreflang="en"'].join(" ").trim()}}`;
  });
}
