import { describe, expect, test } from "vitest";
import { portuguesePages } from "../../scripts/docs/portuguese-pages.ts";
import { Translation } from "../../scripts/docs/translation.ts";
import { withChapters, workflowChapters } from "../../scripts/workflows/workflow-chapters.ts";

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

test("a guide has its workflows in its language", async () => {
  const guide = { title: "", description: "", source: "# PIX\n", markdown: "" };
  const pages = withChapters(
    ["guides/pix.md", "pt-BR/guides/pix.md", "guides/testing.md"].map((file) => ({
      ...guide,
      file,
    })),
    await workflowChapters(),
    new Translation([
      { en: "Call by call: {}", pt: "Chamada por chamada: {}" },
      { en: "Pix", pt: "Pix" },
    ]),
  );
  const headings = pages.map(({ source }) => source.match(/^## .*$/gm));
  expect(headings).toEqual([
    ["## Call by call: Pix"],
    ["## Chamada por chamada: Pix {#call-by-call-pix}"],
    null,
  ]);
});
