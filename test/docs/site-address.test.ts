import { expect, test, vi } from "vitest";
import { siteAddress } from "../../scripts/docs/site-address.ts";

test.each([
  ["https://docs.example/centavo/", "/centavo/", "https://docs.example/centavo/"],
  ["https://docs.example", "/", "https://docs.example/"],
])("a site at %s is built for the path %s", (address, base, url) => {
  expect(siteAddress(address)).toEqual({ base, url });
});

test("a site without an address is built for the root of any host", () => {
  for (const unset of [undefined, ""]) {
    vi.stubEnv("CENTAVO_DOCS_URL", unset);
    expect(siteAddress()).toEqual({ base: "/" });
  }
  vi.stubEnv("CENTAVO_DOCS_URL", "https://docs.example/centavo/");
  expect(siteAddress()).toEqual({ base: "/centavo/", url: "https://docs.example/centavo/" });
  vi.unstubAllEnvs();
});

test.each([
  "docs.example/centavo/",
  "ftp://docs.example/",
  "https://docs.example/?version=1",
  "https://:secret@docs.example/",
])("%s is no address of a site", (address) => {
  expect(() => siteAddress(address)).toThrow(/^CENTAVO_DOCS_URL is not the address of a site/);
});
