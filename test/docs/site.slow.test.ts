import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { MACHINE_FILES } from "../../scripts/docs/site-source.ts";
import { operations, webhookOperations } from "../../src/contract/operations.ts";
import { control, service } from "../sandbox/contract-examples.ts";
import { ADDRESS } from "./built-site.ts";
import {
  attributes,
  loadedFiles,
  partOfSite,
  REFERENCES,
  SiteFiles,
  type SiteLink,
  siteLink,
} from "./site-files.ts";

const site = new SiteFiles(inject("site") ?? "");
const { pages, guides } = site;
const allPages = [...pages, "404.html"];

/** Each operation and each webhook has a page. */
const contracts = [
  { folder: "operations", page: "reference.html", contract: service },
  { folder: "controls", page: "control.html", contract: control },
].map(({ contract, ...of }) => ({
  ...of,
  operations: operations(contract).map(({ id }) => id),
  webhooks: webhookOperations(contract).map(({ id }) => id),
}));

/** What a page may weigh with all that it loads, in bytes after gzip. */
const HEAVIEST = 150_000;

/** Where texts may link to. */
const OTHER_HOSTS = [
  "https://github.com",
  "https://keepachangelog.com",
  "https://openapi-ts.dev",
  "https://playwright.dev",
  "https://semver.org",
  "https://spec.openapis.org",
  "https://vitest.dev",
];

describe("links", () => {
  test.each(allPages)("every link of %s leads to a file, and to its anchor", (page) => {
    const links = site.links(page);
    expect(links.filter((link) => !isReached(link)).map(({ href }) => href)).toEqual([]);
    if (page !== "404.html") expect(links.length).toBeGreaterThan(5);
  });

  test.each(REFERENCES)("every link in the descriptions of %s leads to a page", (reference) => {
    const [, definition = ""] = site.read(reference).split("const __redoc_definition =");
    const links = [...definition.matchAll(/\]\(((?!https?:|#|\/)[^)\s"\\]+)\)/g)];
    const isDead = (href: string) => {
      const link = siteLink(href, reference);
      return !link || !isReached(link);
    };
    expect(links.map(([, href = ""]) => href).filter(isDead)).toEqual([]);
  });

  test("every Markdown file's links lead to files of the site, and to anchors of their pages", () => {
    const isDead = (link: SiteLink | undefined) => link && !isReached(link);
    const dead = site.endingIn(".md").flatMap((file) =>
      markdownLinks(site.read(file))
        .filter(
          (href) => isDead(siteLink(href, file)) || isDead(siteLink(inHtml(href), inHtml(file))),
        )
        .map((href) => `${file}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  test("links lead to few other hosts, all of them by https", () => {
    const others = new Set(
      allPages
        .flatMap((page) => attributes(partOfSite(site.read(page)), "href"))
        .filter((href) => /^\w+:/.test(href) && !href.startsWith(ADDRESS))
        .map((href) => new URL(href).origin),
    );
    expect([...others].filter((origin) => !OTHER_HOSTS.includes(origin))).toEqual([]);
  });

  function isReached({ file, anchor }: SiteLink): boolean {
    if (!site.files.has(file)) return false;
    if (anchor === "" || !file.endsWith(".html")) return true;
    return REFERENCES.includes(file) ? isInReference(file, anchor) : site.ids(file).has(anchor);
  }

  /** Redoc makes these anchors itself. `operation/payments.create` is the form that guides use. */
  function isInReference(file: string, anchor: string): boolean {
    const known = contracts.find(({ page }) => page === file);
    const id = anchor.match(/^(?:operation|\/[^/]+)\/([\w.]+)$/)?.[1];
    if (known && id) return [...known.operations, ...known.webhooks].includes(id);
    return anchor === "redoc" || anchor.startsWith("/");
  }
});

/** The address of the page that a Markdown file is the source of. */
function inHtml(address: string): string {
  return address.replace(/\.md(?=#|$)/, ".html");
}

function prose(markdown: string): string {
  return markdown.replaceAll(/^ *(`{3,}).*?^ *\1$/gms, "").replaceAll(/`[^`\n]*`/g, "");
}

function markdownLinks(markdown: string): string[] {
  return [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href);
}

function headingOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "";
}

describe("what a page loads", () => {
  test.each(allPages)("%s loads files of the site alone, and as a guide few bytes", (page) => {
    const loaded = loadedFiles(site, page);
    expect(loaded.filter((file) => !site.files.has(file))).toEqual([]);
    expect(loaded).toContain("favicon.svg");
    if (!guides.includes(page)) return;
    const weights = [page, ...loaded].map((file): [string, number] => [
      file,
      gzipSync(readFileSync(join(site.folder, file))).length,
    ]);
    const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    expect(total, JSON.stringify(weights)).toBeLessThanOrEqual(HEAVIEST);
  });

  test("no style sheet loads from elsewhere, and none that is missing", () => {
    const styles = site.endingIn(".css");
    const loaded = styles.flatMap((file) =>
      [...site.read(file).matchAll(/(?:url\(|@import )["']?(?!data:|#)([^"')]+)/g)].map(
        ([, href = ""]) => siteLink(href, file)?.file ?? href,
      ),
    );
    expect(styles.length).toBeGreaterThan(0);
    expect(loaded.filter((file) => !site.files.has(file))).toEqual([]);
  });

  test("both references load one and the same Redoc", () => {
    const scripts = REFERENCES.map((page) => site.read(page).match(/assets\/redoc\.\w+\.js/g));
    expect(scripts[0]).toHaveLength(1);
    expect(scripts[1]).toEqual(scripts[0]);
    expect(site.files).toContain(scripts[0]?.[0]);
  });
});

describe("the head of a page", () => {
  const head = (page: string) => site.read(page).split("</head>")[0] ?? "";
  const titleOf = (page: string) => head(page).match(/<title>(.*?)<\/title>/)?.[1] ?? "";
  const described = (page: string) =>
    head(page).match(/<meta name="description" content="([^"]+)"/)?.[1] ?? "";
  const addressOf = (page: string) => ADDRESS + page.replace(/(^|\/)index\.html$/, "$1");
  const isPortuguese = (page: string) => page.startsWith("pt-BR/");

  test("titles and descriptions are unique in a language", () => {
    for (const same of Map.groupBy(pages, isPortuguese).values())
      for (const texts of [same.map(titleOf), same.map(described)])
        expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test.each(pages)("%s has a title, a description, a language and its address", (page) => {
    expect(titleOf(page)).toMatch(/\S.* · Centavo$|^Centavo/);
    expect(described(page).length).toBeGreaterThan(20);
    expect(site.read(page)).toContain(`<html lang="${isPortuguese(page) ? "pt-BR" : "en"}"`);
    expect(head(page)).toContain(`<link rel="canonical" href="${addressOf(page)}">`);
    expect(head(page)).toMatch(/<link rel="icon" type="image\/svg\+xml"/);
  });

  test("the map of the site lists every page once, and nothing else", () => {
    const listed = [...site.read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)];
    expect(listed.map(([, address]) => address).sort()).toEqual(pages.map(addressOf).sort());
    expect(guides).toEqual(expect.arrayContaining(["index.html", "guides/pix.html"]));
  });

  test("the page for what is missing says so without scripts, and has no address", () => {
    const page = site.read("404.html");
    expect(page).not.toMatch(/canonical|rel="alternate"[^>]*404\.md/);
    expect(page.replaceAll(/<script.*?<\/script>/gs, "")).toMatch(/<h1[^>]*>.*not found/is);
    expect(attributes(page, "href")).toContain(new URL(ADDRESS).pathname);
  });
});

describe("for programs", () => {
  const sources = site.endingIn(".md");

  test.each(MACHINE_FILES)("%s is the committed file, byte for byte", (name) => {
    expect(site.read(name)).toBe(readFileSync(`generated/${name}`, "utf8"));
  });

  test.each(pages.filter((page) => !REFERENCES.includes(page)))(
    "%s links to itself as Markdown, which is there and has its heading",
    (page) => {
      const source = page.replace(/\.html$/, ".md");
      const head = site.read(page).match(/<link rel="alternate" type="text\/markdown"[^>]*>/)?.[0];
      expect(attributes(head ?? "", "href")).toEqual([`${new URL(ADDRESS).pathname}${source}`]);
      expect(site.links(page).map(({ file }) => file)).toContain(source);
      const [, shown = ""] = site.read(page).match(/<h1[^>]*>(.*?)<a class="header-anchor"/s) ?? [];
      const heading = headingOf(site.read(source)).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
      expect(words(heading)).toBe(words(shown));
    },
  );

  test("no Markdown file has markup for the site alone", () => {
    const isMarked = (file: string) =>
      /\{target=|^:::|<details|<div|<a id/m.test(prose(site.read(file)));
    expect(sources.filter(isMarked)).toEqual([]);
  });

  test("llms.txt lists every page once, and llms-full.txt has each in it", () => {
    const links = markdownLinks(site.read("llms.txt")).map(
      (href) => siteLink(href, "llms.txt")?.file,
    );
    expect(links.filter((file) => !site.files.has(file ?? ""))).toEqual([]);
    expect(links.filter((file) => file?.endsWith(".md")).sort()).toEqual(sources);
    const all = site.read("llms-full.txt");
    const isMissing = (file: string) => !all.includes(`# ${headingOf(site.read(file))}`);
    expect(sources.filter(isMissing)).toEqual([]);
  });

  function words(html: string): string {
    return html
      .replaceAll(/<[^>]*>|[`*\u200b]/g, "")
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&")
      .trim();
  }
});

test.each(contracts)(
  "each of $folder has a page, there are no others, and the list links to them",
  ({ folder, operations, webhooks }) => {
    const fileOf = (id: string) => `${folder}/${id}.html`;
    const pages = site.operations.filter((page) => page.startsWith(`${folder}/`));
    expect(pages).toEqual([...operations, ...webhooks].map(fileOf).sort());
    const linked = site.links(`${folder}/index.html`).map(({ file }) => file);
    expect(linked).toEqual(expect.arrayContaining(operations.map(fileOf)));
  },
);

test("a marker of the sources never shows", () => {
  const shown = pages.filter((page) =>
    /&lt;!-- |\{\{|target=&quot;_self/.test(
      partOfSite(site.read(page)).replaceAll(/<(pre|code)[^>]*>.*?<\/\1>/gs, ""),
    ),
  );
  expect(shown).toEqual([]);
});

test("pictures have words for those who do not see them", () => {
  const pictures = guides.flatMap((page) => {
    const [, main = ""] = site.read(page).split("<main");
    const images = main.match(/<img [^>]*>/g) ?? [];
    const drawings = main.match(/<span class="drawing"[^>]*>/g) ?? [];
    return [...images, ...drawings].map((tag) => {
      const [words = ""] = attributes(tag, tag.startsWith("<img") ? "alt" : "aria-label");
      return { page, words };
    });
  });
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter(({ words }) => words.length < 15)).toEqual([]);
});
