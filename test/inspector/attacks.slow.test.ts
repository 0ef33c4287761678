import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { companyIn, hasChromium, openInspector, useBrowser } from "./browser-fixture.ts";

/** A page of another program on this machine, which gets every cookie of the host that its requests may have. */
async function otherSite(html: string): Promise<string> {
  const server = createServer((_, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html><title>Other</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe.skipIf(!hasChromium)("another page in the browser of someone with a session", () => {
  useBrowser();

  test("cannot frame the inspector", async () => {
    const { page, sandbox } = await openInspector();
    const own = await otherSite(`<iframe src="/" title="own"></iframe>`);
    const frame = await otherSite(`<iframe src="${sandbox.url}/" title="inspector"></iframe>`);
    await page.goto(own);
    await page.frameLocator("iframe").locator("title").waitFor({ state: "attached" });
    await page.goto(frame);
    await page.waitForLoadState("networkidle");
    const framed = page.frames()[1];
    expect(framed?.url()).toBe("chrome-error://chromewebdata/");
  });

  test("can neither read nor change a company", async () => {
    const { page, shop, sandbox } = await openInspector();
    const companyId = companyIn(page);
    await page.goto(await otherSite(""));
    const outcomes = await page.evaluate(
      async ({ url, companyId }) => {
        const headers = { "x-sandbox-company": companyId };
        const attempts: [path: string, init: RequestInit][] = [
          ["/_sandbox/inspector/companies", {}],
          [`/_sandbox/inspector/companies/${companyId}/keys`, {}],
          ["/payments", { headers }],
          ["/_sandbox/reset", { method: "POST", headers }],
          [
            "/_sandbox/companies",
            { method: "POST", headers: { "content-type": "application/json" } },
          ],
        ];
        return Promise.all(
          attempts.map(([path, init]) =>
            fetch(url + path, { ...init, credentials: "include" }).then(
              async (response) => `read ${path}: ${await response.text()}`,
              () => "refused",
            ),
          ),
        );
      },
      { url: sandbox.url, companyId },
    );
    expect(new Set(outcomes)).toEqual(new Set(["refused"]));
    expect((await shop.control.requests.list()).data).toEqual([]);
  });
});
