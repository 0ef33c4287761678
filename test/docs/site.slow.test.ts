import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { MACHINE_FILES } from "../../scripts/docs/site-source.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { operations, webhookOperations } from "../../src/contract/operations.ts";
import { ADDRESS } from "./built-site.ts";
import {
  attributes,
  loadedFiles,
  partOfSite,
  REFERENCES,
  SiteFiles,
  siteLink,
} from "./site-files.ts";

const site = new SiteFiles(inject("site") ?? "");
const { pages, guides } = site;
const allPages = [...pages, "404.html"];

const contract = readContract("openapi");
const contracts = [
  { folder: "operations", page: "reference.html", contract },
  { folder: "controls", page: "control.html", contract: readContract("sandbox-control") },
];

/** What a page may weigh with all that it loads, in bytes after gzip. */
const HEAVIEST = 150_000;

function readContract(name: string): Cursor {
  return Cursor.root(JSON.parse(readFileSync(`generated/${name}.json`, "utf8")));
}

function idsOf({ contract }: { contract: Cursor }): string[] {
  return operations(contract).map(({ id }) => id);
}

/** Each operation and each webhook has a page. */
function namesOf({ contract }: { contract: Cursor }): string[] {
  return [...operations(contract), ...webhookOperations(contract)].map(({ id }) => id);
}

test("the site has guides, pages of operations, and two references", () => {
  expect(guides).toEqual(
    expect.arrayContaining(["index.html", "getting-started.html", "guides/pix.html"]),
  );
  expect(pages).toEqual(expect.arrayContaining(REFERENCES));
  expect(site.operations).toContain("operations/payments.create.html");
});

describe("links", () => {
  test.each(allPages)("every link of %s leads to a file, and to its anchor", (page) => {
    const links = site.links(page);
    const isReached = ({ file, anchor }: (typeof links)[number]) => {
      if (!site.files.has(file)) return false;
      if (anchor === "" || !file.endsWith(".html")) return true;
      return REFERENCES.includes(file) ? isInReference(file, anchor) : site.ids(file).has(anchor);
    };
    expect(links.filter((link) => !isReached(link)).map(({ href }) => href)).toEqual([]);
    if (page !== "404.html") expect(links.length).toBeGreaterThan(5);
  });

  /** Redoc makes these anchors itself. `operation/payments.create` is the form that guides use. */
  function isInReference(file: string, anchor: string): boolean {
    const known = contracts.find(({ page }) => page === file);
    const id = anchor.match(/^(?:operation|\/[^/]+)\/([\w.]+)$/)?.[1];
    if (known && id) return namesOf(known).includes(id);
    return anchor === "redoc" || anchor.startsWith("/");
  }

  test.each(REFERENCES)("every link in the descriptions of %s leads to a page", (reference) => {
    const [, definition = ""] = site.read(reference).split("const __redoc_definition =");
    const links = [...definition.matchAll(/\]\(((?!https?:|#|\/)[^)\s"\\]+)\)/g)];
    const dead = links.flatMap(([, href = ""]) => {
      const link = siteLink(href, reference);
      const isThere =
        link &&
        site.files.has(link.file) &&
        (link.anchor === "" || site.ids(link.file).has(link.anchor));
      return isThere ? [] : [href];
    });
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

  test("every Markdown file's links lead to files of the site", () => {
    const dead = site.endingIn(".md").flatMap((file) =>
      markdownLinks(site.read(file))
        .map((href) => ({ href, link: siteLink(href, file) }))
        .filter(({ link }) => link && !site.files.has(link.file))
        .map(({ href }) => `${file}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  test("every Markdown file's links lead to anchors that the page has", () => {
    const dead = site.endingIn(".md").flatMap((file) =>
      markdownLinks(site.read(file))
        .map((href) => ({ href, link: siteLink(inHtml(href), inHtml(file)) }))
        .filter(({ link }) => link && !REFERENCES.includes(link.file))
        .filter(({ link }) => link?.anchor && !site.ids(link.file).has(link.anchor))
        .map(({ href }) => `${file}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  test("no Markdown file has markup for the site alone", () => {
    const marked = site
      .endingIn(".md")
      .filter((file) => /\{target=|^:::|<details|<div|<a id/m.test(prose(site.read(file))));
    expect(marked).toEqual([]);
  });
});

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

describe("what a page loads", () => {
  test.each(allPages)("%s loads files of the site alone", (page) => {
    const loaded = loadedFiles(site, page);
    expect(loaded.filter((file) => !site.files.has(file))).toEqual([]);
    expect(loaded).toContain("favicon.svg");
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

  test.each(guides)(`%s weighs at most ${HEAVIEST / 1000} kB with all that it loads`, (page) => {
    const weights = [page, ...loadedFiles(site, page)].map((file): [string, number] => [
      file,
      gzipSync(readFileSync(join(site.folder, file))).length,
    ]);
    const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    expect(total, JSON.stringify(weights)).toBeLessThanOrEqual(HEAVIEST);
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

  test.each([true, false])(
    "titles and descriptions are unique in a language (Portuguese: %s)",
    (portuguese) => {
      const same = pages.filter((page) => page.startsWith("pt-BR/") === portuguese);
      const repeated = (texts: string[]) => texts.filter((text, i) => texts.indexOf(text) !== i);
      expect(repeated(same.map(titleOf))).toEqual([]);
      expect(repeated(same.map(described))).toEqual([]);
    },
  );

  test.each(pages)("%s has a title, a description, a language and its address", (page) => {
    expect(titleOf(page)).toMatch(/\S.* · Centavo$|^Centavo/);
    expect(described(page).length).toBeGreaterThan(20);
    expect(site.read(page)).toMatch(
      page.startsWith("pt-BR/") ? /<html lang="pt-BR"/ : /<html lang="en"/,
    );
    const address = ADDRESS + page.replace(/(^|\/)index\.html$/, "$1");
    expect(head(page)).toContain(`<link rel="canonical" href="${address}">`);
    expect(head(page)).toMatch(/<link rel="icon" type="image\/svg\+xml"/);
  });

  test("the map of the site lists every page once, and nothing else", () => {
    const listed = attributesOfMap(site.read("sitemap.xml"));
    const addresses = pages.map((page) => ADDRESS + page.replace(/(^|\/)index\.html$/, "$1"));
    expect(listed.sort()).toEqual(addresses.sort());
  });

  function attributesOfMap(map: string): string[] {
    return [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address);
  }

  test("the page for what is missing says so without scripts, and has no address", () => {
    const page = site.read("404.html");
    expect(page).not.toContain("canonical");
    expect(page).not.toMatch(/rel="alternate"[^>]*404\.md/);
    expect(page.replaceAll(/<script.*?<\/script>/gs, "")).toMatch(/<h1[^>]*>.*not found/is);
    expect(attributes(page, "href")).toContain(new URL(ADDRESS).pathname);
  });
});

describe("for programs", () => {
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
      const [, heading = ""] = site.read(source).match(/^# (.+)$/m) ?? [];
      const [, shown = ""] = site.read(page).match(/<h1[^>]*>(.*?)<a class="header-anchor"/s) ?? [];
      expect(words(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))).toBe(words(shown));
    },
  );

  test.runIf(site.files.has("llms.txt"))(
    "llms.txt lists every page once, with its description",
    () => {
      const links = markdownLinks(site.read("llms.txt")).map(
        (href) => siteLink(href, "llms.txt")?.file,
      );
      const sources = site.endingIn(".md");
      expect(links.filter((file) => !site.files.has(file ?? ""))).toEqual([]);
      expect(links.filter((file) => file?.endsWith(".md")).sort()).toEqual(sources);
    },
  );

  test.runIf(site.files.has("llms-full.txt"))("llms-full.txt has every page in it", () => {
    const all = site.read("llms-full.txt");
    const missing = site.endingIn(".md").filter((file) => {
      const [, heading = ""] = site.read(file).match(/^# (.+)$/m) ?? [];
      return !all.includes(`# ${heading}`);
    });
    expect(missing).toEqual([]);
  });

  function words(html: string): string {
    return html
      .replaceAll(/<[^>]*>|[`*\u200b]/g, "")
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&")
      .trim();
  }
});

describe.each(contracts)("$folder", (each) => {
  test("each has a page, there are no others, and the list links to them", () => {
    const fileOf = (id: string) => `${each.folder}/${id}.html`;
    const pages = site.operations.filter((page) => page.startsWith(`${each.folder}/`));
    expect(pages).toEqual(namesOf(each).map(fileOf).sort());
    const linked = site.links(`${each.folder}/index.html`).map(({ file }) => file);
    expect(linked).toEqual(expect.arrayContaining(idsOf(each).map(fileOf)));
  });
});

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
    return [...images, ...drawings].map((tag) => ({
      page: posix.basename(page),
      words: attributes(tag, tag.startsWith("<img") ? "alt" : "aria-label")[0] ?? "",
    }));
  });
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter(({ words }) => words.length < 15)).toEqual([]);
});
