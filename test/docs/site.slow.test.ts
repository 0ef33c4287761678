import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { MOCK_URL, SANDBOX_URL } from "../../scripts/default-servers.ts";
import { MACHINE_FILES } from "../../scripts/docs/site-source.ts";
import { operations, webhookOperations } from "../../src/contract/operations.ts";
import { control, service } from "../sandbox/contract-examples.ts";
import { ADDRESS, builtSite } from "./built-site.ts";
import { attributes, REFERENCES, type SiteLink, siteLink } from "./site-files.ts";

const site = await builtSite();
const { pages } = site;
const allPages = [...pages, "404.html"];

/** What Redoc shows on each page. */
const contracts = [
  { page: "reference.html", contract: service },
  { page: "control.html", contract: control },
].map(({ page, contract }) => ({
  page,
  ids: [...operations(contract), ...webhookOperations(contract)].map(({ id }) => id),
}));

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

  test.each(REFERENCES)("every link of %s leads somewhere without its script", (reference) => {
    const page = site.read(reference);
    const prerendered = page.slice(
      page.indexOf('<div id="redoc">'),
      page.indexOf("__redoc_definition"),
    );
    const ids = new Set(attributes(prerendered, "id"));
    const dead = attributes(prerendered, "href").filter((href) => {
      const link = siteLink(href, reference);
      return link && (link.file === reference ? !ids.has(link.anchor) : !isReached(link));
    });
    expect(dead).toEqual([]);
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

  function isReached({ file, anchor }: SiteLink): boolean {
    if (!site.files.has(file)) return false;
    if (anchor === "" || !file.endsWith(".html")) return true;
    return REFERENCES.includes(file) ? isInReference(file, anchor) : site.ids(file).has(anchor);
  }

  /** Redoc makes these anchors itself. `operation/payments.create` is the form that guides use. */
  function isInReference(file: string, anchor: string): boolean {
    const known = contracts.find(({ page }) => page === file);
    const id = anchor.match(/^(?:operation|\/[^/]+)\/([\w.]+)$/)?.[1];
    if (known && id) return known.ids.includes(id);
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

const isPortuguese = (page: string) => page.startsWith("pt-BR/");
const addressOf = (page: string) => ADDRESS + page.replace(/(^|\/)index\.html$/, "$1");

test.each(pages)("%s has a title, a description, a language and its address", (page) => {
  const [head = ""] = site.read(page).split("</head>");
  expect(head).toMatch(/<title>(\S.* · Centavo|Centavo.*)<\/title>/);
  expect(head).toMatch(/<meta name="description" content="[^"]{20,}"/);
  expect(head).toContain(`<html lang="${isPortuguese(page) ? "pt-BR" : "en"}"`);
  expect(head).toContain(`<link rel="canonical" href="${addressOf(page)}">`);
  if (REFERENCES.includes(page)) return;
  expect(head).toContain(`<meta property="og:url" content="${addressOf(page)}">`);
  expect(head).toMatch(/<meta property="og:title" content="[^"]+">/);
  const locale = isPortuguese(page) ? "pt_BR" : "en_US";
  expect(head).toContain(`<meta property="og:locale" content="${locale}">`);
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
});

describe("the content security policy in SECURITY.md", () => {
  const policies = readFileSync("SECURITY.md", "utf8").match(/(?<=`)default-src[^`]*(?=`)/g) ?? [];
  const [stated = "", ofRedocly] = policies;
  const policyOf = (page: string) =>
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(site.read(page))?.[1];

  test.each(allPages.filter((page) => !REFERENCES.includes(page)))("is that of %s", (page) => {
    expect(policyOf(page)).toBe(stated);
  });

  test.each(REFERENCES)("is another one for %s", (page) => {
    expect(policyOf(page)).toBe(ofRedocly);
  });

  test("is that of the inspector, where no inline script runs, nothing connects, and pictures may be blobs", () => {
    const stricter = stated
      .replace("script-src 'self' 'unsafe-inline'", "script-src 'self'")
      .replace(" connect-src 'self';", "")
      .replace("img-src 'self' data:", "img-src 'self' blob: data:");
    expect(policyOf("inspector.html")).toBe(stricter);
  });
});

test.each([
  ["guides/pix.html", ["Table", "Permalink"]],
  ["pt-BR/guides/pix.html", ["Tabela", "Link"]],
])("tables and the links of headings on %s have names in its language", (page, names) => {
  const labels = site.read(page).match(/(?<=aria-label=")(Tab|Permalink|Link)\w*/g);
  expect([...new Set(labels)].sort()).toEqual(names.sort());
});

test("the map of the site lists every page once, and nothing else", () => {
  const listed = [...site.read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)];
  expect(listed.map(([, address]) => address).sort()).toEqual(pages.map(addressOf).sort());
});

test("crawlers find the map of the site", () => {
  expect(site.read("robots.txt")).toContain(`Sitemap: ${ADDRESS}sitemap.xml`);
});

describe("for programs", () => {
  const sources = site.endingIn(".md");

  const contracts = MACHINE_FILES.filter((name) => name.startsWith("openapi."));

  test.each(MACHINE_FILES.filter((name) => !contracts.includes(name)))(
    "%s is the committed file, byte for byte",
    (name) => {
      expect(site.read(name)).toBe(readFileSync(`generated/${name}`, "utf8"));
    },
  );

  test.each(contracts)(
    "%s is the committed file, with the local servers behind its own",
    (name) => {
      const offered = parse(site.read(name));
      const { servers, ...rest } = parse(readFileSync(`generated/${name}`, "utf8"));
      expect(offered).toEqual({ ...rest, servers: expect.any(Array) });
      expect(offered.servers.slice(0, servers.length)).toEqual(servers);
      const added = offered.servers.slice(servers.length);
      expect(added.map(({ url }: { url: string }) => url)).toEqual([SANDBOX_URL, MOCK_URL]);
    },
  );

  test.each(pages.filter((page) => !REFERENCES.includes(page)))(
    "%s links to itself as Markdown, which is there",
    (page) => {
      const source = page.replace(/\.html$/, ".md");
      const head = site.read(page).match(/<link rel="alternate" type="text\/markdown"[^>]*>/)?.[0];
      expect(attributes(head ?? "", "href")).toEqual([`${new URL(ADDRESS).pathname}${source}`]);
      expect(site.links(page).map(({ file }) => file)).toContain(source);
      expect(sources).toContain(source);
    },
  );

  test.each([
    ["", (page: string) => !isPortuguese(page)],
    ["pt-BR/", isPortuguese],
  ] as const)(
    "%sllms.txt lists every page of its language once, and the files of llms-full.txt have each",
    (folder, isOwn) => {
      const own = sources.filter(isOwn);
      const addresses = markdownLinks(site.read(`${folder}llms.txt`));
      expect(addresses.filter((href) => !href.startsWith(ADDRESS))).toEqual([]);
      const links = addresses.map((href) => siteLink(href, "")?.file);
      expect(links.sort()).toEqual(own);
      const parts = markdownLinks(site.read(`${folder}llms-full.txt`));
      const texts = parts.map((href) => site.read(siteLink(href, "")?.file ?? ""));
      expect(own.filter((file) => !texts.join("").includes(`<!-- ${file} -->\n\n# `))).toEqual([]);
      expect(texts.filter((text) => Buffer.byteLength(text) > 200_000)).toEqual([]);
    },
  );
});
