/** Where `npm run docs` builds the site. */
export const SITE = "dist/docs";

/** Where a site is published: `base` is the path below which it lies, and ends with a slash. */
export type SiteAddress = { base: string; url?: string };

/**
 * Reads the address that the site will have. Without one, it is built for the root of any host, and has neither
 * canonical links nor a sitemap, which need whole addresses.
 *
 * @example
 * siteAddress("https://docs.example/centavo");
 * // { base: "/centavo/", url: "https://docs.example/centavo/" }
 */
export function siteAddress(text = process.env.CENTAVO_DOCS_URL): SiteAddress {
  if (!text) return { base: "/" };
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new TypeError(
      `CENTAVO_DOCS_URL is not the address of a site: use one such as https://docs.example/centavo/, without a query.`,
    );
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return { base: url.pathname, url: url.href };
}
