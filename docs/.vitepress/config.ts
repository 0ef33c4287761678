import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import {
  type DefaultTheme,
  defineConfig,
  type HeadConfig,
  type PageData,
  type SiteConfig,
} from "vitepress";
import type { SiteSettings } from "../../scripts/docs/build-site.ts";
import { compactHighlighting } from "../../scripts/docs/compact-highlighting.ts";
import { methodBadge } from "../../scripts/docs/html.ts";
import { headingAnchor } from "../../scripts/docs/markdown-files.ts";
import {
  type Group,
  GUIDES,
  HEADER,
  PORTUGUESE,
  PORTUGUESE_FOLDER,
  PORTUGUESE_HEADER,
  REDOCLY_PAGES,
} from "../../scripts/docs/navigation.ts";
import { focusOrder } from "./focus-order.ts";
import { LABELS, PORTUGUESE_LABELS } from "./labels.ts";
import {
  howToRunPrograms,
  namedHeadingLinks,
  readableTables,
  themedPictures,
} from "./markdown-plugins.ts";
import { PORTUGUESE_SEARCH } from "./search/labels.ts";
import { LIVE_META } from "./theme/live-parts.ts";

/** The folder of the pages, which scripts/docs/build-site.ts writes before it starts VitePress. */
const source = process.env.CENTAVO_DOCS_SOURCE ?? "";
const settings = JSON.parse(readFileSync(join(source, "site.json"), "utf8")) as SiteSettings;
const { base, url, live, titles } = settings;

const portuguese = Object.keys(titles).filter((page) => page.startsWith(`${PORTUGUESE_FOLDER}/`));

type SitemapItem = Parameters<
  NonNullable<NonNullable<SiteConfig["sitemap"]>["transformItems"]>
>[0][number];

/** Only the inline scripts of VitePress and the site's own files run. Nothing is loaded from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  // What browsers take from script-src too.
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function header(groups: readonly Group[]): DefaultTheme.NavItem[] {
  return groups.map(({ text, pages }) => ({
    text,
    link: `/${pages[0]}`,
    activeMatch: activeMatch(pages),
  }));
}

/** What the address of a page begins with if it belongs to these pages, or is in the folder of one of them. */
function activeMatch(pages: readonly string[]): string {
  const starts = pages.map((page) => page.replace(/(?<=^(pt-BR\/)?\w+\/).*/, ""));
  return `^/(${[...new Set(starts)].join("|")})`;
}

function sidebar(groups: readonly Group[]): DefaultTheme.SidebarItem[] {
  return groups.map(({ text, pages }) => ({
    text,
    items: pages.map((page) => {
      if (!(page in titles)) throw new Error(`The sidebar lists ${page}, which does not exist.`);
      return { text: titles[page] ?? page, link: `/${page}` };
    }),
  }));
}

/** The sidebars of a language's operations and controls. */
function references(language: string, words = LABELS.operations): DefaultTheme.SidebarMulti {
  const folders = { operations: "reference.html", controls: "control.html" };
  return Object.fromEntries(
    Object.entries(folders).map(([name, reference]) => {
      const folder = language + name;
      return [`/${folder}/`, operationsIn(folder, reference, words)];
    }),
  );
}

/** The operations or controls, in the order of the contract, each with its method. */
function operationsIn(
  folder: string,
  reference: string,
  words: typeof LABELS.operations,
): DefaultTheme.SidebarItem[] {
  const pages = settings.operations.filter(({ page }) => page.startsWith(`${folder}/`));
  const groups = [...Map.groupBy(pages, ({ group }) => group)];
  const conventions = `${folder}/conventions`;
  return [
    {
      items: [
        { text: words.overview, link: `/${folder}/index` },
        ...(conventions in titles ? [{ text: words.conventions, link: `/${conventions}` }] : []),
        { text: words.all, link: `/${reference}`, target: "_self" },
      ],
    },
    ...groups.map(([text, items]) => ({
      text,
      items: items.map(({ title, method, page }) => ({
        text: method ? `${methodBadge(method)} ${title}` : title,
        docFooterText: title,
        link: `/${page}`,
      })),
    })),
  ];
}

const NOT_FOUND = "404.md";
const MISSING = `<h1>${LABELS.notFound.title}</h1><p>No page is at this address. <a href="${base}">Go to the start page</a>.</p>`;

/**
 * VitePress shows this page by its script alone, which takes `/guides/pix` for the page that lacks only its `.html`. It
 * would then load the half of that page that its own HTML needs. Without a list of pages at hand, it loads a whole page.
 */
function asNotFound(html: string): string {
  return html
    .replace(/(?<=__VP_HASH_MAP__=)JSON\.parse\("(?:[^"\\]|\\.)*"\)/, "{}")
    .replace("</body>", `<noscript>${MISSING}</noscript>\n</body>`);
}

/** The addresses of a page: its source as Markdown, and the one that search engines shall name. */
function addresses(file: string): HeadConfig[] {
  const markdown = { rel: "alternate", type: "text/markdown", title: "This page as Markdown" };
  return [
    ["link", { ...markdown, href: base + file }],
    ...(url ? [["link", { rel: "canonical", href: absolute(file) }] satisfies HeadConfig] : []),
  ];
}

const BEFORE_PAINT = `{${readFileSync("docs/.vitepress/theme/before-paint.js", "utf8")}}`;

/** The script that each page runs first, with the place of the page below the root of the site. */
function firstScript(file: string): HeadConfig {
  const up = "../".repeat(file.split("/").length - 1);
  return ["script", { "data-base": base, "data-up": up }, BEFORE_PAINT];
}

/** The script of the pages of operations, which loads VitePress's application when a reader needs it. */
const OWN_SCRIPT = ownScript();

function ownScript() {
  const { outputFiles } = buildSync({
    entryPoints: ["docs/.vitepress/theme/load-app-on-demand.ts"],
    ...{ bundle: true, minify: true, write: false, format: "iife", target: "es2022" },
  });
  const text = outputFiles[0]?.text ?? "";
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return { text, file: `assets/operation-page.${hash}.js` };
}

/** With what the application would change at once. */
function withoutApp(html: string): string {
  const isPortuguese = html.includes('lang="pt-BR"');
  const title = isPortuguese ? PORTUGUESE_LABELS.darkModeSwitchTitle : "Dark theme";
  return html
    .replaceAll(/ *<link rel="modulepreload"[^>]*>\n?/g, "")
    .replace(
      /<script type="module" src="([^"]*)"><\/script>/,
      `<script defer src="${base}${OWN_SCRIPT.file}" data-app="$1"></script>`,
    )
    .replaceAll('role="switch" title', `role="switch" title="${title}"`);
}

/** The map of the site, with the pages that Redocly builds, which VitePress does not know. */
function withReferences(items: SitemapItem[]): SitemapItem[] {
  return [...items, ...REDOCLY_PAGES.map((page) => ({ url: `${page}.html` }))];
}

/** What a link to the page shows in a chat or on a social site. */
function preview({ relativePath, title, description }: PageData): HeadConfig[] {
  const isPortuguese = relativePath.startsWith(`${PORTUGUESE_FOLDER}/`);
  const picture = `${isPortuguese ? `${PORTUGUESE_FOLDER}/` : ""}inspector-payment.webp`;
  const properties = {
    "og:site_name": "Centavo",
    "og:type": "website",
    "og:title": title,
    "og:description": description,
    "og:locale": isPortuguese ? "pt_BR" : "en_US",
    // Both need a whole address.
    ...(url && { "og:url": absolute(relativePath), "og:image": url + picture }),
  };
  const card = url ? "summary_large_image" : "summary";
  return [
    ...Object.entries(properties).map(
      ([property, content]): HeadConfig => ["meta", { property, content }],
    ),
    ["meta", { name: "twitter:card", content: card }],
  ];
}

function absolute(file: string): string {
  return `${url}${file.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")}`;
}

/** Styles of parts of VitePress that this site does not have. */
const UNUSED_STYLES =
  /DocSearch-(?!Button|Search-Icon)|VPSponsor|vp-sponsor|VPTeam|VPCarbonAds|VPAlgolia/;

const withoutUnusedStyles = {
  postcssPlugin: "without-unused-styles",
  Rule: (rule: { selectors: string[]; remove(): void }) => {
    if (rule.selectors.every((each) => UNUSED_STYLES.test(each))) rule.remove();
  },
};

export default defineConfig({
  srcDir: source,
  base,
  title: "Centavo",
  titleTemplate: ":title · Centavo",
  description: "One contract for Brazilian payments: a typed client, docs, a mock and a sandbox.",
  lang: "en",
  cleanUrls: false,
  // Prefetching every linked page would make a guide several times as heavy.
  router: { prefetchLinks: false },
  ...(url ? { sitemap: { hostname: url, transformItems: withReferences } } : {}),
  ignoreDeadLinks: [
    (link) =>
      REDOCLY_PAGES.some((page) => link.includes(`/${page}`)) || /\.(json|yaml|txt)$/.test(link),
  ],
  head: [
    ["meta", { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY }],
    ["link", { rel: "icon", type: "image/svg+xml", href: `${base}favicon.svg` }],
    ["meta", { name: LIVE_META, content: `${base}${live}/panel.js` }],
  ],
  transformHead: ({ pageData }) => {
    const { relativePath } = pageData;
    if (relativePath === NOT_FOUND) return [];
    return [firstScript(relativePath), ...addresses(relativePath), ...preview(pageData)];
  },
  // The header has its place and its line from the start, and not only once the page's script runs.
  postRender: (context) => {
    const states = context.content.includes('class="VPSidebar"') ? "has-sidebar top" : "top";
    context.content = context.content.replace('class="VPNavBar"', `class="VPNavBar ${states}"`);
  },
  transformHtml: (html, _file, { pageData }) => {
    if (pageData.relativePath === NOT_FOUND) return asNotFound(html);
    return pageData.frontmatter.pageClass ? withoutApp(html) : html;
  },
  buildEnd: ({ outDir }) => writeFileSync(join(outDir, OWN_SCRIPT.file), OWN_SCRIPT.text),
  locales: {
    root: { label: "English", lang: "en" },
    [PORTUGUESE_FOLDER]: {
      label: "Português",
      lang: "pt-BR",
      link: `/${PORTUGUESE_FOLDER}/`,
      themeConfig: {
        nav: header(PORTUGUESE_HEADER),
        sidebar: {
          [`/${PORTUGUESE_FOLDER}/`]: sidebar(PORTUGUESE),
          ...references(`${PORTUGUESE_FOLDER}/`, PORTUGUESE_LABELS.operations),
        },
        ...PORTUGUESE_LABELS,
      },
    },
  },
  themeConfig: {
    logo: { src: "/favicon.svg", alt: "" },
    nav: header(HEADER),
    sidebar: {
      "/": sidebar(GUIDES),
      ...references(""),
    },
    ...LABELS,
    translated: portuguese,
    onlyPortuguese: portuguese.filter(
      (page) => !(page.slice(PORTUGUESE_FOLDER.length + 1) in titles),
    ),
    outline: [2, 3],
    // Of VitePress's search only the button and its keys are used: see the alias of its dialog.
    search: {
      provider: "local",
      options: {
        locales: {
          [PORTUGUESE_FOLDER]: {
            translations: {
              button: {
                buttonText: PORTUGUESE_SEARCH.title,
                buttonAriaLabel: PORTUGUESE_SEARCH.title,
              },
            },
          },
        },
      },
    },
  },
  markdown: {
    anchor: { slugify: headingAnchor },
    codeTransformers: [compactHighlighting],
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (markdown) => {
      themedPictures(markdown, source);
      readableTables(markdown);
      namedHeadingLinks(markdown);
      howToRunPrograms(markdown, base);
    },
  },
  vite: {
    logLevel: "warn",
    plugins: [focusOrder],
    css: { postcss: { plugins: [withoutUnusedStyles] } },
    build: { chunkSizeWarningLimit: 4000 },
    resolve: {
      alias: [
        {
          // VitePress assumes that every page is there in every language.
          find: /^.*\/composables\/langs$/,
          replacement: resolve("docs/.vitepress/theme/language-links.ts"),
        },
        {
          find: /^.*\/VPLocalSearchBox\.vue$/,
          replacement: resolve("docs/.vitepress/search/dialog.ts"),
        },
      ],
    },
  },
});
