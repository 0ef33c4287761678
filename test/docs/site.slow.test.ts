import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { buildSite, SITE } from "../../scripts/docs/build-site.ts";
import { drawStateMachine } from "../../scripts/docs/state-diagram.ts";
import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { businessRules } from "../../src/sandbox/domain/rule-violations.ts";
import { amountOutcomes, cardOutcomes } from "../../src/sandbox/domain/test-cards.ts";

const document: JsonObject = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
const contract = Cursor.root(document);
const controls: JsonObject = JSON.parse(readFileSync("generated/sandbox-control.json", "utf8"));
const marks = [...contract.descendants()].filter(
  ({ value }) => isObject(value) && typeof value["x-inferred"] === "string",
);

beforeAll(() => buildSite());

const read = (file: string) => readFileSync(`${SITE}/${file}`, "utf8");
/** The pages that Redoc makes, and the contract of each. */
const references: Record<string, JsonObject> = {
  "reference.html": document,
  "control.html": controls,
};
const ours = () =>
  readdirSync(SITE).filter((file) => file.endsWith(".html") && !(file in references));

/** Text as it appears in one of our pages. */
function shown(text: unknown): string {
  return String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

describe("the site", () => {
  test("has the committed contracts next to the pages", () => {
    for (const file of ["openapi", "sandbox-control"].flatMap((name) => [
      `${name}.json`,
      `${name}.yaml`,
    ])) {
      expect(read(file)).toBe(readFileSync(`generated/${file}`, "utf8"));
    }
  });

  test("shows every assumption on the page of assumptions", () => {
    const page = read("assumptions.html");
    const missing = marks
      .map((mark) => mark.at("x-inferred").value)
      .filter((text) => !page.includes(shown(text)));
    expect(marks.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test("shows every return code with its message on the page of errors", () => {
    const codes = contract.at("components", "schemas", "ReturnCode", "x-extensible-enum").members();
    for (const { value } of codes) {
      expect(read("errors.html")).toContain(`<code>${value}</code>`);
    }
    for (const { message } of returnCodes(contract)) {
      expect(read("errors.html")).toContain(shown(message));
    }
  });

  test("has an anchor for each return code: its name", () => {
    const rows = (file: string) =>
      [...read(file).matchAll(/<td><a id="(\w+)"><\/a><code>(-\d+)<\/code>/g)].map(
        ([, name, code]) => [name, Number(code)],
      );
    expect(rows("errors.html")).toEqual(
      returnCodes(contract).map(({ name, code }) => [name, code]),
    );
    expect(rows("sandbox.html")).toEqual(
      Object.entries(businessRules).map(([name, { returnCode }]) => [name, returnCode]),
    );
  });

  test("shows every forced outcome, and every return code of the sandbox's own, in its guide", () => {
    const page = read("sandbox.html");
    for (const { cardNumber } of cardOutcomes) expect(page).toContain(`<code>${cardNumber}</code>`);
    for (const { amount } of amountOutcomes) expect(page).toContain(`<code>${amount}</code>`);
    for (const { returnCode, message, meaning } of Object.values(businessRules)) {
      expect(page).toContain(`<code>${returnCode}</code>`);
      expect(page).toContain(shown(message));
      expect(page).toContain(shown(meaning));
    }
    expect(page).toMatch(/<code>999994<\/code><\/td>\s*<td>R\$ 9\.999,94<\/td>/);
  });

  test("puts every marker's table in its place", () => {
    for (const file of ours()) expect(read(file)).not.toContain("&lt;!-- ");
  });

  test("links every page from every page, and marks the current one", () => {
    const pages = readdirSync(SITE).filter((file) => file.endsWith(".html"));
    for (const file of pages) {
      const [nav = ""] = read(file).match(/<nav class="centavo".*?<\/nav>/s) ?? [];
      const links = [...nav.matchAll(/<a href="([^"]+)"( aria-current="page")?>/g)];
      expect(links.map(([, target]) => target).sort()).toEqual([...pages].sort());
      expect(links.filter(([, , here]) => here).map(([, target]) => target)).toEqual([file]);
    }
  });

  test("describes the transitions of a status in the controls, which have no picture", () => {
    expect(read("control.html")).toContain(
      "Transitions: PENDING to APPROVED; PENDING to REJECTED.",
    );
    expect(read("control.html")).toContain("(index.html#PaymentStatus)");
    expect(read("control.html")).not.toContain("index.html#Sandbox");
  });

  test("has no dead links", () => {
    for (const file of ours()) {
      for (const [, target = ""] of read(file).matchAll(/ href="(?!data:|https:)([^"]*)"/g)) {
        const [page = "", anchor] = target.split("#");
        expect(readdirSync(SITE), `${file} links to ${target}`).toContain(page || file);
        if (anchor === undefined || page in references) continue;
        expect(read(page || file), `${file} links to ${target}`).toContain(`id="${anchor}"`);
      }
    }
  });

  test("says an assumption about a shared parameter once in the reference", () => {
    const beginning = "The description states the limits.";
    const end = "and the contract assumes the same default for this one.";
    const twice = new RegExp(
      `${end}(?:\\\\n|\\s|<[^>]*>)*> \\*\\*\\[Assumed[^"]{0,80}${beginning}[^"]{0,80}${end}`,
    );
    expect(read("reference.html")).toContain(end);
    expect(read("reference.html")).not.toMatch(twice);
  });

  test.each(Object.entries(references))("links to operations of %s that exist", (target, of) => {
    const ids = new Set(JSON.stringify(of).match(/(?<="operationId":")[^"]+/g));
    for (const file of ours()) {
      for (const [, page, id] of read(file).matchAll(/ href="([\w.]+)#operation\/([^"]+)"/g)) {
        if (page === target) expect(ids).toContain(id);
      }
    }
    expect(ours().some((file) => read(file).includes(`${target}#operation/`))).toBe(true);
  });

  test("has no scripts and loads nothing on its own pages", () => {
    for (const file of ours()) {
      expect(read(file)).not.toMatch(
        /<script|<iframe|<link(?! rel="icon" href="data:)| src="(?!data:)|@import|url\(/,
      );
    }
  });
});

describe.each(["PaymentStatus", "SubscriptionStatus"])("the picture of %s", (name) => {
  const status = contract.at("components", "schemas", name);
  const transitions = status.at("x-transitions").members();

  test("shows every status that a transition leads to, and every trigger", async () => {
    const picture = await drawStateMachine(status, "A title", "across");
    const text = picture.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    for (const transition of transitions) {
      expect(picture).toContain(`>${transition.at("to").value}</text>`);
      const words = String(transition.at("trigger").value)
        .replace(/\.$/, "")
        .replaceAll("'", "&#39;");
      expect(text).toContain(words);
    }
  });

  test("dashes what is assumed and nothing else", async () => {
    const picture = await drawStateMachine(status, "A title", "across");
    const pairs = (assumed: boolean) =>
      new Set(
        transitions
          .filter((each) => each.at("x-inferred").exists === assumed)
          .flatMap((each) =>
            [each.at("from").value].flat().map((from) => `${from}>${each.at("to").value}`),
          ),
      ).size;
    expect(picture.match(/class="edge assumed"/g) ?? []).toHaveLength(pairs(true));
    expect(picture.match(/class="edge stated"/g) ?? []).toHaveLength(pairs(false));
  });
});
