import { describe, expect, test } from "vitest";
import { mockAt, sandboxAt } from "../../scripts/docs/from-contract/code-samples.ts";
import { completeGuides } from "../../scripts/docs/from-contract/contract-tables.ts";
import { conventionsPage } from "../../scripts/docs/from-contract/conventions-page.ts";
import { operationPages } from "../../scripts/docs/from-contract/operation-pages.ts";
import { tagPages } from "../../scripts/docs/from-contract/tag-pages.ts";
import { CONTROL_GUIDES, OPERATION_GUIDES } from "../../scripts/docs/navigation.ts";
import { portuguesePages } from "../../scripts/docs/portuguese-pages.ts";
import { PORTUGUESE_TEXTS, Translation } from "../../scripts/docs/translation.ts";
import { workflowsByOperation } from "../../scripts/workflows/read-workflows.ts";
import { workflowPages } from "../../scripts/workflows/workflow-pages.ts";
import { assumptionIds } from "../../src/contract/assumptions.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const common = {
  ...{ workflows: workflowsByOperation(), hasSandbox: true },
  assumptions: assumptionIds(service),
};
const english = [
  conventionsPage(service, "operations"),
  ...(await workflowPages()),
  ...operationPages({
    ...{ ...common, contract: service, folder: "operations", reference: "reference.html" },
    ...{ server: mockAt(), guides: OPERATION_GUIDES },
  }),
  ...tagPages(
    operationPages({
      ...{ ...common, contract: control, folder: "controls", reference: "control.html" },
      ...{ server: sandboxAt(), guides: CONTROL_GUIDES },
    }),
    control,
  ),
];

const translation = Translation.read();

describe(`${PORTUGUESE_TEXTS} has`, () => {
  const pages = portuguesePages(english, translation);
  const guides = completeGuides({ service, control, checks: readAssumptionChecks() }, translation);
  const files = guides.filter(({ file }) => file.includes("pt-BR"));

  test("the Portuguese of every text that scripts write into pages", () => {
    // A text that is not listed here has changed, or is new. Pages show it in English and say so.
    expect([...translation.missing]).toEqual([]);
    expect(pages).toHaveLength(english.length);
    expect(files.map(({ text }) => text).join()).not.toContain('lang="en"');
  });

  test("no Portuguese of texts that are no longer there", () => {
    expect(translation.unused).toEqual([]);
  });
});

describe("a page that has changed in English", () => {
  const entries = [
    { en: "Read a card", pt: "Consultar um cartão" },
    { en: "The {} of {*}.", pt: "A {} de {*}." },
    { en: "name", pt: "chave" },
    { en: "[{}]({*})", pt: "[{}]({*})" },
    { en: "It is new.", pt: "Ela é nova." },
  ];
  const translated = (source: string) => {
    const page = { file: "operations/cards.get.md", title: "Read a card", description: "" };
    const [shown] = portuguesePages(
      [
        { ...page, source, markdown: source },
        { ...page, file: "errors.md", origin: "docs/errors.md", source: "", markdown: "" },
        { ...page, file: "pt-BR/errors.md", origin: "docs/errors.md", source: "", markdown: "" },
      ],
      new Translation(entries),
    );
    return shown?.source;
  };

  test("has each text in Portuguese, and code as it is", () => {
    const text =
      "# Read a card\n\n## Read a card\n\nThe name of `x`. It is new.\n\n```sh\nname\n```";
    expect(translated(text)).toBe(
      "# Consultar um cartão\n\n## Consultar um cartão {#read-a-card}\n\nA chave de `x`. Ela é nova.\n\n```sh\nname\n```",
    );
  });

  test("shows what has no translation in English, marks it, and says so at the top", () => {
    const page = translated("# Read a card\n\n- <b>name</b> It is very new.");
    expect(page).toMatch(/^# Consultar um cartão\n\n> \*\*Esta tradução está desatualizada\./);
    expect(page).toContain('<b>chave</b> <span lang="en">It is very new.</span>');
  });

  test("leads to Portuguese pages, and marks links to others", () => {
    const page = translated(
      '[name](../errors.md#x) · [name](../reference.html#/y){target="_self"} · <a href="../assumptions.html#z">name</a>',
    );
    expect(page).toContain("[chave](../errors.md#x) ·");
    expect(page).toContain('[chave](../../reference.html#/y){target="_self" hreflang="en"}');
    expect(page).toContain('<a href="../../assumptions.html#z" hreflang="en">chave</a>');
  });
});
