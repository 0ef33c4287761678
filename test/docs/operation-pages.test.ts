import { describe, expect, test } from "vitest";
import { mockAt, sandboxAt } from "../../scripts/docs/from-contract/code-samples.ts";
import { operationPages } from "../../scripts/docs/from-contract/operation-pages.ts";
import { tagPages } from "../../scripts/docs/from-contract/tag-pages.ts";
import { headingAnchor, outsideOfCode } from "../../scripts/docs/markdown-files.ts";
import { CONTROL_GUIDES, OPERATION_GUIDES, operationPage } from "../../scripts/docs/navigation.ts";
import type { SitePage } from "../../scripts/docs/site-source.ts";
import { workflowsByOperation } from "../../scripts/workflows/read-workflows.ts";
import { assumptionId, assumptionIds, marksOf } from "../../src/contract/assumptions.ts";
import type { Cursor } from "../../src/contract/cursor.ts";
import {
  callbacks,
  errorResponses,
  jsonContent,
  operations,
  parameters,
  requestExamples,
} from "../../src/contract/operations.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { escapeHtml } from "../../src/text/escape-html.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const assumptions = assumptionIds(service);
const sites = [
  {
    contract: service,
    ...{ folder: "operations" as const, reference: "reference.html", server: mockAt() },
    guides: OPERATION_GUIDES,
  },
  {
    contract: control,
    ...{ folder: "controls" as const, reference: "control.html", server: sandboxAt() },
    guides: CONTROL_GUIDES,
  },
].map((site) => ({
  contract: site.contract,
  pages: operationPages({
    ...site,
    assumptions,
    workflows: workflowsByOperation(),
  }),
}));
const pages = sites.flatMap((site) => site.pages);
const ofTags = tagPages(sites[1]?.pages ?? [], control);
const cases = sites.flatMap(({ contract, pages: all }) =>
  operations(contract).map((operation) => {
    const page = all.find(({ file }) => file.endsWith(`/${operation.id}.md`));
    return [page?.file ?? operation.id, { contract, operation, page: page as SitePage }] as const;
  }),
);
const shownAs = (text: unknown) => String(text).trim().replaceAll(/\s+/g, " ");

/** The names of all fields below a schema, each after those of the objects around it. */
function fieldsOf(schema: Cursor, prefix: string): Set<string> {
  const found = new Set<string>();
  const visit = (cursor: Cursor, path: string): void => {
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      for (const member of cursor.at(keyword).members()) visit(member.target, path);
    }
    if (cursor.at("items").exists) visit(cursor.at("items").target, path);
    for (const property of cursor.at("properties").members()) {
      const id = `${path} ${property.key}`.toLowerCase();
      found.add(id);
      visit(property.target, id);
    }
  };
  visit(schema.target, prefix);
  return found;
}

function anchorsOf({ source }: SitePage): string[] {
  return [...source.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
}

/** A field that only some options have carries their names at the end of its part of the anchor. */
function hasField(page: SitePage, field: string): boolean {
  const names = field.split(" ").map((name) => `${name}(-[^ ]+)?`);
  const pattern = new RegExp(`^${names.join("-")}$`);
  return anchorsOf(page).some((id) => pattern.test(id));
}

describe("a page", () => {
  test("exists for each operation, and for each request that the sandbox sends", () => {
    expect(cases.filter(([, { page }]) => !page)).toEqual([]);
    const sent = callbacks(control).map(
      ({ cursor }) => `controls/${cursor.at("operationId").value}.md`,
    );
    expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(sent));
    expect(pages).toHaveLength(cases.length + sent.length);
  });

  test.each(cases)("%s has every field", (_, { operation, page }) => {
    const request = jsonContent(operation.cursor.at("requestBody")).at("schema");
    const response = jsonContent(operation.cursor.at("responses", "200")).at("schema");
    const expected = [
      ...parameters(operation).map((each) => `parameter ${each.at("name").value}`.toLowerCase()),
      ...fieldsOf(request, "request"),
      ...fieldsOf(response, "response"),
    ];
    expect(expected.filter((field) => !hasField(page, field))).toEqual([]);
  });

  test.each(cases)("%s has what is assumed, with a link", (_, { contract, operation, page }) => {
    for (const mark of marksOf(operation)) {
      const text = escapeHtml(shownAs(mark.at("x-inferred").value));
      expect(page.source).toContain(text.replaceAll(/`([^`]*)`/g, "<code>$1</code>"));
      expect(page.markdown).toContain(`(Assumed: ${shownAs(mark.at("x-inferred").value)})`);
      const id = assumptionId(contract, mark);
      if (assumptions.has(id)) expect(page.source).toContain(`assumptions.html#${id}"`);
    }
  });

  test.each(cases)(
    "%s has each error, its cause and what to do",
    (_, { contract, operation, page }) => {
      const [, section = ""] = page.source.split("\n## Errors\n");
      const cards = [...section.matchAll(/^- \*\*`(\w+)`\*\*(.*)$/gm)];
      const known = returnCodes(contract);
      for (const { status, cursor } of errorResponses(operation)) {
        const shown = status === "default" ? "other" : status;
        const own = cards.filter(([, first]) => first === shown).map(([, , text = ""]) => text);
        expect(own.length).toBeGreaterThan(0);
        for (const card of own)
          expect(card).toMatch(/"cause">\S.*<\/span> <span class="remedy">\*\*What to do:\*\* \S/);
        for (const example of jsonContent(cursor).at("examples").members()) {
          const code = example.at("value", "data", "returnCode").value;
          const meant = known.find((each) => each.code === code);
          if (!meant) continue;
          const name = `[\`${code}\` ${meant.name}](../errors.md#${meant.name})`;
          const card = own.find((each) => each.includes(name));
          expect(card).toContain(`>${meant.meaning}</span>`);
          expect(card).toContain(` ${meant.whatToDo}</span>`);
        }
      }
    },
  );

  test.each(cases)(
    "%s links to the operations that change its status, and shows a body of an error",
    (_, { contract, operation, page }) => {
      const [, statuses = ""] = page.source.split("\n## Statuses");
      for (const { id } of operations(contract)) expect(statuses).not.toContain(`| ${id} `);
      const bodies = errorResponses(operation)
        .filter(({ status }) => !["403", "default"].includes(status))
        .flatMap(({ cursor }) => jsonContent(cursor).at("examples").members());
      const [, shown = "null"] =
        page.source.match(/error-body[\s\S]*?```json\n([\s\S]*?)```/) ?? [];
      const values = bodies.map((body) => body.at("value").value);
      if (values.length > 0) expect(values).toContainEqual(JSON.parse(shown));
    },
  );

  test.each([...pages, ...ofTags])(
    "$file has each anchor once, and is plain Markdown for programs",
    (page) => {
      const headings = new Set<string>();
      outsideOfCode(page.source, (text) => {
        for (const [, title = "", anchor] of text.matchAll(/^#+ (.*?)(?: \{#(.*)\})?$/gm))
          headings.add(anchor ?? headingAnchor(title));
        return text;
      });
      // VitePress numbers headings with the same text.
      const ids = [...anchorsOf(page), ...headings];
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      outsideOfCode(page.markdown, (text) => {
        const prose = text.replaceAll(/`[^`\n]*`/g, "");
        expect(prose).not.toMatch(/<\/?[a-z!]|&\w+;|^:::|\{target=/im);
        return text;
      });
      expect(page.markdown).toMatch(/^# /m);
    },
  );

  test("shows each of the responses that a request without a body can have", () => {
    for (const [, { operation, page }] of cases) {
      if (requestExamples(operation).length > 0) continue;
      const named = jsonContent(operation.cursor.at("responses", "200")).at("examples").members();
      for (const { target } of named) {
        expect(page.source).toContain(
          `\`\`\`json\n${JSON.stringify(target.at("value").value, null, 2)}\n`,
        );
      }
    }
  });
});

describe("the page of a tag", () => {
  const controls = pages.filter(({ file }) => file.startsWith("controls/"));
  const idOf = ({ file }: SitePage) => file.replace(/^controls\/|\.md$/g, "");

  test.each(controls)("has what $file has, once and with links that stay in it", (page) => {
    const place = operationPage("controls", idOf(page));
    const [file, anchor = ""] = place.split("#");
    const [shared, ...others] = ofTags.filter((each) => each.file === `controls/${file}`);
    expect(others).toEqual([]);
    const parts = shared?.source.split('<div class="operation">') ?? [];
    const [part = "", ...twice] = parts.filter((each) => each.includes(` {#${anchor}}\n`));
    expect(twice).toEqual([]);
    const links = [...part.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
    const own = new Set(anchorsOf({ ...page, source: part }));
    expect(links.filter((target = "") => !own.has(target))).toEqual([]);
    expect(anchorsOf(page).map((id) => `${anchor}-${id}`)).toEqual([...own]);
  });

  test("is in the order of the contract's groups", () => {
    const groups = control.at("x-tagGroups").members();
    const names = groups.flatMap((group) =>
      group
        .at("tags")
        .members()
        .map(({ value }) => value),
    );
    expect(ofTags.map(({ file }) => file)).toEqual(names.map((name) => `controls/${name}.md`));
  });
});

test("a field that selects a variant has each variant's own description", () => {
  const page = pages.find(({ file }) => file === "operations/payments.create.md");
  const line = page?.markdown.split("\n").find((each) => each.includes("**`paymentType`**"));
  for (const [type, description] of [
    ["card", "The buyer pays with the card in `cardData`."],
    ["pix", "The buyer pays by Pix."],
  ])
    expect(line).toContain(`If \`paymentType\` is \`${type}\`: ${description}`);
});
