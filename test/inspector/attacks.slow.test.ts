import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { listen } from "../listen.ts";
import { companyIn, openInspector, section, useBrowser } from "./browser-fixture.ts";

/** Pages that are not the sandbox's: of another port, to which the browser sends its cookies, and of another host. */
const elsewhere = ["127.0.0.1", "localhost"];

/** A page of another program on this machine. */
async function otherPage(host: string, html = ""): Promise<string> {
  const server = createServer((_, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html><title>Other</title>${html}`);
  });
  return `${await listen(server)}/`.replace("127.0.0.1", host);
}

describe.skipIf(!hasChromium)("another page in the browser of someone with a session", () => {
  useBrowser();

  test.each(elsewhere)("on %s may link to the inspector, but cannot frame it", async (host) => {
    const { page, sandbox } = await openInspector();
    await page.goto(await otherPage(host, `<a href="${sandbox.url}/">the inspector</a>`));
    await page.getByRole("link").click();
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await page.goto(await otherPage(host, `<iframe src="/" title="own"></iframe>`));
    await page.frameLocator("iframe").locator("title").waitFor({ state: "attached" });
    await page.goto(await otherPage(host, `<iframe src="${sandbox.url}/" title="it"></iframe>`));
    await page.waitForLoadState("networkidle");
    const framed = await page.frames()[1]?.content();
    expect(framed).toContain("A web page of another address must not use the sandbox");
    expect(framed).not.toContain("<script");
  });

  test.each(elsewhere)("on %s can neither read nor change anything", async (host) => {
    const { page, shop, sandbox } = await openInspector();
    const companyId = companyIn(page);
    await page.goto(await otherPage(host));
    const outcomes = await page.evaluate(
      async ({ url, companyId }) => {
        const headers = { "x-sandbox-company": companyId };
        const attempts: [path: string, init: RequestInit][] = [
          ["/_sandbox/inspector/companies", {}],
          [`/_sandbox/inspector/companies/${companyId}/keys`, {}],
          ["/payments", { headers }],
          ["/_sandbox/reset", { method: "POST", headers }],
          // These need no permission of the sandbox: the browser sends them, and hides the response.
          ["/_sandbox/companies", { method: "POST", mode: "no-cors" }],
          ["/_sandbox/inspector/session", { method: "POST", mode: "no-cors", body: "{}" }],
          ["/_sandbox/receiver/x", { method: "POST", mode: "no-cors", body: "{}" }],
        ];
        const outcomeOf = ([path, init]: (typeof attempts)[number]) =>
          fetch(url + path, { ...init, credentials: "include" }).then(
            async (response) => `read ${path}: ${await response.text()}`,
            () => "refused",
          );
        return Promise.all(attempts.map(outcomeOf));
      },
      { url: sandbox.url, companyId },
    );
    expect(outcomes.filter((outcome) => !/refused|: $/.test(outcome))).toEqual([]);
    expect((await shop.control.requests.list()).data).toEqual([]);
    await page.goto(`${sandbox.url}/#/${companyId}/companies`);
    const companies = section(page, "All companies").getByRole("link");
    await companies.first().waitFor();
    expect(await companies.allInnerTexts()).toEqual([companyId]);
  });
});
