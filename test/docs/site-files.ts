import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { unescapeHtml } from "../../scripts/docs/html.ts";
import { ADDRESS } from "./built-site.ts";

/** The pages that Redocly makes. */
export const REFERENCES = ["reference.html", "control.html"];

/** The page of the inspector, which is no text. */
const INSPECTOR = "inspector.html";

/** A link of a page: what it says, and the page and the anchor of the site that it leads to. */
export type SiteLink = { href: string; file: string; anchor: string };

/** The files of a built site. */
export class SiteFiles {
  readonly folder: string;
  readonly #texts = new Map<string, string>();
  readonly #ids = new Map<string, ReadonlySet<string>>();
  readonly files: ReadonlySet<string>;

  constructor(folder: string) {
    this.folder = folder;
    const entries = globSync("**", { cwd: folder, withFileTypes: true });
    this.files = new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name))),
    );
  }

  /** The pages that a reader can come to. */
  get pages(): string[] {
    return this.endingIn(".html").filter((file) => !["404.html", INSPECTOR].includes(file));
  }

  /** The pages of single operations and controls. */
  get operations(): string[] {
    return this.pages.filter((page) => /^(pt-BR\/)?(operations|controls)\/(?!index)/.test(page));
  }

  /** The pages that people wrote. */
  get guides(): string[] {
    const others = new Set([...REFERENCES, ...this.operations]);
    return this.pages.filter((page) => !others.has(page));
  }

  endingIn(ending: string): string[] {
    return [...this.files].filter((file) => file.endsWith(ending)).sort();
  }

  read(file: string): string {
    const known = this.#texts.get(file) ?? readFileSync(join(this.folder, file), "utf8");
    this.#texts.set(file, known);
    return known;
  }

  ids(page: string): ReadonlySet<string> {
    const known = this.#ids.get(page) ?? new Set(attributes(this.read(page), "id"));
    this.#ids.set(page, known);
    return known;
  }

  /** The links of a page that stay on the site. Redocly's own menu is not among them. */
  links(page: string): SiteLink[] {
    const html = partOfSite(this.read(page));
    const all = attributes(html.replaceAll(/<link[^>]*>/g, ""), "href");
    return all.flatMap((href) => siteLink(href, page) ?? []);
  }
}

/** Where a link of a page leads, unless it leaves the site. */
export function siteLink(href: string, page: string): SiteLink | undefined {
  const url = new URL(href, ADDRESS + page);
  if (url.origin !== new URL(ADDRESS).origin) return undefined;
  const file = url.href.startsWith(ADDRESS)
    ? url.pathname.slice(new URL(ADDRESS).pathname.length).replace(/(^|\/)$/, "$1index.html")
    : `above the site: ${url.pathname}`;
  return { href, file, anchor: decodeURIComponent(url.hash.slice(1)) };
}

/** A page without what Redoc makes, which has a router of its own. */
function partOfSite(html: string): string {
  return html.replace(/<div id="redoc">.*<\/body>/s, "");
}

export function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<[^>]*?\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    unescapeHtml(value),
  );
}
