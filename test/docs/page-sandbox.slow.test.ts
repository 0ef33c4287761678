import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { programName } from "../../scripts/docs/runnable-programs.ts";
import { createCentavo } from "../../src/client/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { hasChromium, launchChromium } from "../chromium.ts";
import { PHONE, violationsIn } from "../inspector/browser-fixture.ts";
import { builtSite } from "./built-site.ts";
import { programsIn } from "./guide-examples.ts";
import { addressOf, BASE, DESKTOP, newContext, useSite, visiting } from "./site-in-chromium.ts";

const site = await builtSite();
const CREATE = "operations/payments.create.html";
const LIST = "operations/payments.list.html";

/** How many bytes, compressed, the first use may load. */
const MOST_OF_FIRST_USE = 150_000;
/** How many times longer than on a quiet machine an answer may take, besides what this one computes slower now. */
const BUSY = 10;
/**
 * How long it takes on one to the first answer, which loads the sandbox, to a further one, through a year, and to count
 * in the page, in milliseconds.
 */
const QUIET = { first: 500, further: 30, year: 500, count: 100 };

/** The pages with programs that run in them, and those programs. */
const programs = new Map(
  site.endingIn(".md").flatMap((file) => {
    const all = programsIn(file, "centavo/sandbox", site.read(file));
    const own = all.filter(({ source }) => site.files.has(fileOf(source)));
    return own.length > 0 ? [[file, own] as const] : [];
  }),
);

function fileOf(source: string): string {
  const [folder = ""] = [...site.files].find((file) => file.startsWith("live-"))?.split("/") ?? [];
  return `${folder}/${programName(source)}.js`;
}

// They wait for the browser far longer than they compute.
describe.skipIf(!hasChromium)("the sandbox in a page", { concurrent: true }, () => {
  useSite(site);

  const status = (page: Page) => page.locator(".live [role=status]").first();
  const becomes = (page: Page, text: string | RegExp) =>
    status(page).filter({ hasText: text }).waitFor();
  const press = (within: Page | Locator, name: string) =>
    within.getByRole("button", { name, exact: true }).click();
  const happened = (page: Page) => page.locator(".live li").allInnerTexts();
  const duration = async (page: Page) =>
    Number(/ (\d+) ms$/.exec((await status(page).textContent()) ?? "")?.[1]);
  /** The longest that what takes so long on a quiet machine may take on this one. */
  const longest = async (page: Page, quiet: number) =>
    quiet * BUSY * Math.max(1, (await page.evaluate(count)) / QUIET.count);
  const responseIn = async (page: Page) =>
    JSON.parse((await page.locator(".live pre").first().textContent()) ?? "");
  const liveFiles = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.includes("/live-")),
    );

  test("a payment is made and paid by two presses, and loads nothing before the first", () =>
    visiting(CREATE, async (page) => {
      const loaded: string[] = [];
      expect(await liveFiles(page)).toEqual([]);
      page.on("request", (request) => loaded.push(request.url()));
      const pressed = performance.now();
      await press(page, "Send");
      await becomes(page, /^Response: 200 PENDING/);
      const first = performance.now() - pressed;
      expect(first).toBeLessThan(await longest(page, QUIET.first));
      await page.getByText("no request leaves your browser").waitFor();
      await press(page, "The buyer pays");
      await becomes(page, /^The buyer pays: 200 PAID/);
      expect(await duration(page)).toBeLessThan(await longest(page, QUIET.further));
      expect(await page.getByText("no request leaves your browser").count()).toBe(0);
      expect(await happened(page)).toEqual([
        expect.stringMatching(/^Ledger \(sale\): .*R\$ 49,90/),
        expect.stringMatching(/^payment \w+: PENDING → PAID$/),
        expect.stringMatching(/^Postback PAID, attempt 1: this page responded with 200/),
      ]);
      await page.locator(".live summary").click();
      expect(await page.locator(".live details pre").textContent()).toContain('"status": "PAID"');
      const files = loaded.map((url) => url.slice(addressOf("").length));
      const weight = files
        .filter((file) => file.startsWith("live-"))
        .map((file) => gzipSync(site.read(file), { level: 9 }).length)
        .reduce((sum, each) => sum + each, 0);
      expect(weight).toBeLessThan(MOST_OF_FIRST_USE);
    }));

  test("what is sent is what the form says, and so is the code", () =>
    visiting(`${CREATE}?example=card&language=Python`, async (page) => {
      await press(page, "Change the values");
      const body = page.locator(".live textarea");
      await body.fill((await body.inputValue()).replace(/"amount": \d+/, '"amount": 12345'));
      await press(page, "Send");
      await becomes(page, "SUCCEEDED");
      expect((await responseIn(page)).data.amount).toBe(12345);
      const code = page.locator('.example[data-example="card"]:visible code').first();
      await code.filter({ hasText: '"amount": 12345' }).waitFor();
      expect(await code.textContent()).toContain("urlopen(request");
      await press(page, "Refund a card payment");
      await becomes(page, /: 200 REFUNDED/);
      await body.fill("{");
      await press(page, "Send");
      await becomes(page, "Not sent");
    }));

  test("a declined request is shown with its reason", () =>
    visiting("operations/payments.get.html", async (page) => {
      await press(page, "Change the values");
      await page.locator(".live input").first().fill("0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846");
      await press(page, "Send");
      await becomes(page, "404");
      const { data } = await responseIn(page);
      expect(data.message).toBe("Pagamento não encontrado");
      await page.locator(".live input").first().fill("");
      await press(page, "Change the values");
      await press(page, "Send");
      // The browser says that the field is required, and nothing is sent.
      await page.locator(".live input:focus:invalid").waitFor();
      expect(await responseIn(page)).toEqual({ data });
    }));

  test("the chosen example is what is read, in the form and in the code", () =>
    visiting("operations/payments.get.html", async (page) => {
      const input = page.locator(".live input").first();
      const code = page.locator(".example:visible code").first();
      for (const example of ["pix", "card", "billet"]) {
        await page.locator(".picker select").selectOption(example);
        await press(page, "Send");
        await page.locator(".live pre", { hasText: `"paymentMethod": "${example}"` }).waitFor();
        const { id } = (await responseIn(page)).data;
        expect(await input.inputValue()).toBe(id);
        await code.filter({ hasText: id }).waitFor();
      }
    }));

  test("two presses at once make one payment", () =>
    visiting(LIST, async (page) => {
      const total = async () => {
        await press(page, "Send");
        await becomes(page, "200");
        return (await responseIn(page)).meta.total;
      };
      const before = await total();
      const follow = async (name: string) => {
        const link = page.locator(`.VPSidebar a[href*="/${name}"]`).first();
        await link.evaluate((each: HTMLElement) => each.click());
        await page.waitForURL((url) => url.pathname.includes(name));
      };
      await follow("payments.create");
      await page.getByRole("button", { name: "Send", exact: true }).dblclick();
      await becomes(page, "PENDING");
      await follow("payments.list");
      expect(await total()).toBe(before + 1);
    }));

  test("what a form has made is made again when the sandbox starts over", () =>
    visiting("operations/subaccounts.delete.html", async (page) => {
      await press(page, "Send");
      await becomes(page, "200");
      await press(page, "Start over");
      await becomes(page, "starts over");
      await press(page, "Send");
      await becomes(page, /^Response: 200/);
    }));

  test("what one place shows goes on after another has started over", () =>
    visiting("controls/payments.html", async (page) => {
      const places = page.locator(".live[data-call]");
      for (const place of [places.nth(0), places.nth(1)]) {
        await press(place, "Send");
        await place.locator(".moves").waitFor();
      }
      await press(places.nth(1), "Start over");
      await places.nth(1).getByText("starts over").waitFor();
      await press(places.nth(0), "A day passes");
      await becomes(page, /^A day passes: 200/);
    }));

  test("data that cannot be restored are not lost in silence", () =>
    visiting(LIST, async (page) => {
      await page.evaluate(() => sessionStorage.setItem("centavo-sandbox", "{}"));
      await press(page, "Send");
      await becomes(page, "200");
      await page.getByText("Your data could not be restored").waitFor();
    }));

  test("the tab keeps its sandbox from page to page, and its data after a reload; another tab has its own", () =>
    visiting(CREATE, async (page) => {
      await press(page, "Send");
      await becomes(page, "PENDING");
      const { id } = (await responseIn(page)).data;
      const list = page.locator(".VPSidebar a", { hasText: "List payments" });
      // The page is not loaded again: the sandbox goes on, with its timeline.
      await list.evaluate((link: HTMLElement) => link.click());
      await page.waitForURL(/payments\.list/);
      await press(page, "Send");
      await becomes(page, "200");
      expect((await responseIn(page)).data[0].id).toBe(id);
      expect(await page.getByText("Your data was restored").count()).toBe(0);
      await page.goto(addressOf("operations/payments.get.html"));
      await page.goto(addressOf("controls/events.html"));
      await press(page, "Send");
      await becomes(page, "200");
      await page.getByText("Your data was restored. The timeline starts over").waitFor();
      const kinds = (await responseIn(page)).data.map(({ type }: { type: string }) => type);
      expect(kinds[0]).toBe("company.imported");
      expect(kinds).not.toContain("request.completed");

      const other = await page.context().newPage();
      await other.goto(addressOf(LIST));
      await press(other, "Send");
      await becomes(other, "200");
      expect(JSON.stringify(await responseIn(other))).not.toContain(id);

      await page.goto(addressOf(LIST));
      await press(page, "Send");
      await becomes(page, "200");
      expect((await responseIn(page)).data[0].id).toBe(id);
      await press(page, "Start over");
      await becomes(page, "starts over");
      await press(page, "Send");
      await becomes(page, "200");
      expect(JSON.stringify(await responseIn(page))).not.toContain(id);
    }));

  test("a year of a subscription passes at once", () =>
    visiting("operations/subscriptions.get.html", async (page) => {
      await press(page, "Send");
      await becomes(page, "ACTIVE");
      await press(page, "A year passes");
      await becomes(page, /^A year passes: 200/);
      expect(await duration(page)).toBeLessThan(await longest(page, QUIET.year));
      expect((await happened(page)).join()).toMatch(
        /charge of R\$ 49,90, SUCCEEDED.*ACTIVE → EXPIRED/,
      );
    }));

  describe("the inspector", () => {
    /** Makes a payment, and follows the link to it. */
    async function inspect(page: Page, example: string) {
      await page.locator(".picker select").selectOption(example);
      await press(page, "Send");
      await becomes(page, "PENDING");
      await page.getByRole("link", { name: "See it in the inspector" }).click();
      await page.waitForURL(/inspector\.html/);
    }

    test("shows the payment without a sign-in, with its code and the page of its buyer", () =>
      visiting(CREATE, async (page) => {
        await inspect(page, "pix");
        const code = page.locator("img.qr");
        await code.waitFor();
        const isDrawn = () => code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
        await expect.poll(isDrawn).toBe(true);
        expect(await page.locator("nav.screens a").count()).toBeGreaterThan(10);
        expect(await page.locator("input[type=password]").count()).toBe(0);
        await page.locator("summary", { hasText: "buyer" }).click();
        const buyer = page.frameLocator("iframe.buyer");
        await press(buyer.locator("body"), "Pay R$ 49,90");
        await page.locator("main .status", { hasText: "PAID" }).first().waitFor();
        // The docs have what the inspector did.
        await page.getByRole("link", { name: "Docs" }).first().click();
        await page.waitForURL((url) => !url.pathname.endsWith("inspector.html"));
        await page.goto(addressOf(LIST));
        await press(page, "Send");
        await becomes(page, "200");
        expect((await responseIn(page)).data[0].status).toBe("PAID");
      }));

    test("and a page go on when the reader goes back to them", async () => {
      const remembers = await launchChromium({
        ignoreDefaultArgs: ["--disable-back-forward-cache"],
      });
      const turn = async (page: Page, how: "back" | "forward", to: RegExp) => {
        await page.evaluate((way) => history[way](), how);
        await page.waitForURL(to, { waitUntil: "commit" });
      };
      await visiting(
        CREATE,
        async (page) => {
          await inspect(page, "pix");
          await page.locator("img.qr").waitFor();
          await turn(page, "back", /payments\.create/);
          await press(page, "The buyer pays");
          await becomes(page, /^The buyer pays: 200 PAID/);
          await turn(page, "forward", /inspector\.html/);
          await page.locator("nav.screens a", { hasText: "Customers" }).click();
          await page.locator("main tbody tr").first().waitFor();
        },
        {},
        remembers,
      ).finally(() => remembers.close());
    });

    test("opens the file of a billet", () =>
      visiting(CREATE, async (page) => {
        await page.addInitScript(keepBlobs);
        await inspect(page, "billet");
        await page.locator('a[href^="blob:"]').first().waitFor();
        const start = await page.evaluate(async () => (await blobs.at(-1)?.text())?.slice(0, 5));
        expect(start).toBe("%PDF-");
      }));

    test("gives the data to a sandbox of the reader's own", () =>
      visiting("pt-BR/operations/payments.create.html", async (page) => {
        await press(page, "Enviar");
        await becomes(page, "PENDING");
        const { id } = (await responseIn(page)).data;
        await page.getByRole("link", { name: "Ver no inspetor" }).click();
        await page.getByText("Continuar na minha máquina").click();
        expect(await page.locator("aside pre").textContent()).toContain("centavo sandbox --state ");
        const install = await page.locator("aside details a").getAttribute("href");
        const { pathname, hash } = new URL(install ?? "");
        expect(site.read(pathname.slice(BASE.length))).toContain(`id="${hash.slice(1)}"`);
        const downloading = page.waitForEvent("download");
        await press(page, "Baixar o estado");
        const state = readFileSync(await (await downloading).path(), "utf8");
        expect(state).not.toMatch(/sandbox_private_|importedPrivateKey/);
        const sandbox = await createSandbox({ state });
        const { data } = await createCentavo({ baseUrl: sandbox.url, ...sandbox }).payments.get(id);
        expect(data.status).toBe("PENDING");
        await sandbox.close();
      }));
  });

  describe("programs", () => {
    test("are found", () => expect(programs.size).toBeGreaterThan(10));

    test.each([...programs])("of %s print what their comments say", (file, all) =>
      visiting(file.replace(/md$/, "html"), async (page) => {
        const [run, output] = file.startsWith("pt-BR/") ? ["Rodar", "Saída"] : ["Run", "Output"];
        for (const { source, prints } of all) {
          const place = page.locator(`.live[data-program="${programName(source)}"]`);
          await press(place, run);
          await place.locator("[role=status]", { hasText: output }).waitFor();
          const printed = (await place.locator("pre").textContent()) ?? "";
          expect(printed.split("\n").slice(0, -1)).toEqual(prints);
          const shown = place.locator("xpath=preceding-sibling::div[1]").locator("code").first();
          expect((await shown.textContent())?.trim()).toBe(source.trim());
        }
      }),
    );
  });

  test.each([
    ["light", DESKTOP],
    ["dark", DESKTOP],
    ["light", PHONE],
    ["dark", PHONE],
  ] as const)("is accessible in %s at %j", (colorScheme, viewport) =>
    visiting(
      CREATE,
      async (page) => {
        await press(page, "Change the values");
        await press(page, "Send");
        await becomes(page, "PENDING");
        expect(await violationsIn(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
          viewport.width,
        );
        await page.getByRole("link", { name: "See it in the inspector" }).click();
        await page.locator("img.qr").waitFor();
        await page.locator("summary", { hasText: "buyer" }).click();
        await page.frameLocator("iframe.buyer").locator("button").first().waitFor();
        expect(await violationsIn(page)).toEqual([]);
        await page.goto(addressOf("guides/pix.html"));
        await page.getByRole("button", { name: "Run", exact: true }).first().click();
        await page.locator(".live [role=status]", { hasText: "Output" }).waitFor();
        expect(await violationsIn(page)).toEqual([]);
      },
      { colorScheme, viewport },
    ),
  );

  test("a browser without workers gets a sentence, and everything else", () =>
    visiting(CREATE, async (page) => {
      await page.evaluate(() => Object.assign(globalThis, { Worker: undefined }));
      await press(page, "Send");
      await becomes(page, "This browser cannot run the sandbox");
    }));

  test("a sandbox that cannot be loaded is not the browser's fault", () =>
    visiting(CREATE, async (page) => {
      const file = "**/live-*/worker.js";
      await page.route(file, (route) => route.fulfill({ body: "", contentType: "text/plain" }));
      // What the browser says of it is for developers.
      await page.evaluate(() => Object.assign(console, { error: () => {} }));
      await press(page, "Send");
      await becomes(page, "The sandbox could not be loaded. Reload the page.");
      await page.unroute(file);
      await press(page, "Send");
      await becomes(page, "PENDING");
    }));

  test("a reader works it by keyboard alone", () =>
    visiting(CREATE, async (page) => {
      await page.getByRole("button", { name: "Send", exact: true }).focus();
      await page.keyboard.press("Enter");
      await becomes(page, "PENDING");
      const next = page.getByRole("button", { name: "The buyer pays", exact: true });
      for (let count = 0; count < 20; count += 1) {
        await page.keyboard.press("Tab");
        if (await next.evaluate((button) => button === document.activeElement)) break;
      }
      await page.keyboard.press("Space");
      await becomes(page, "PAID");
      expect(await page.locator(".moves button:focus").count()).toBe(1);
    }));

  test("without scripts nothing is offered that would not work", async () => {
    const context = await newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(addressOf(CREATE));
    expect(await page.getByText("Change the values").count()).toBe(0);
    expect(await page.locator(".example:visible").count()).toBeGreaterThan(4);
    await context.close();
  });
});

/** In the page: what it has made addresses for, which no other part of it can read. */
declare const blobs: Blob[];
function keepBlobs() {
  const kept: Blob[] = [];
  Object.assign(globalThis, { blobs: kept });
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob: Blob) => {
    kept.push(blob);
    return make.call(URL, blob);
  };
}

/** Counts in the page, and gives the milliseconds that it took. */
function count(): number {
  const start = performance.now();
  let sum = 0;
  for (let each = 0; each < 50_000_000; each++) sum += each % 7;
  return sum && performance.now() - start;
}
