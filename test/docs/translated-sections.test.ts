import { expect, test } from "vitest";
import { inPortuguese, linesFor, pairsOf } from "../../scripts/docs/translated-sections.ts";

const ENGLISH = `# A page

It begins.

## The key

The key. [Errors](errors.md#return-codes), [the other](#the-other).

### Rotation

\`\`\`sh
## no heading
\`\`\`

## The other

<!-- list -->

generated

<!-- /list -->

The rest.
`;
const PORTUGUESE = `# Uma página

Ela começa.

## A chave

A chave. [Erros](errors.md#códigos-de-retorno), [a outra](#a-outra).

### Rotação

\`\`\`sh
## no heading
\`\`\`

## A outra

<!-- list -->

gerado

<!-- /list -->

O resto.
`;
const NOTE = "> **Esta seção está em inglês.**";

const twins = (english: string, portuguese = PORTUGUESE) => ({
  english: { file: "docs/example.md", text: english },
  portuguese: { file: "docs/pt-BR/example.md", text: portuguese },
});
const translated = new Set(linesFor(twins(ENGLISH)));
const shown = (english: string) => inPortuguese(twins(english), translated);

test("a page is in Portuguese as long as its English stays what it was translated from", () => {
  expect(shown(ENGLISH)).toBe(PORTUGUESE);
  expect(shown(ENGLISH.replace("It begins.", "It\nbegins."))).toBe(PORTUGUESE);
  expect(shown(ENGLISH.replace("generated", "generated anew"))).toBe(PORTUGUESE);
});

test("a section that has changed is in English, says so, and keeps its heading and its anchors", () => {
  const page = shown(ENGLISH.replace("The key.", "Each key."));
  expect(page).toContain(`## A chave\n\n<a id="rotação"></a>\n\n${NOTE}`);
  expect(page).toMatch(/<div lang="en">\n\nEach key\.[\s\S]*### Rotation[\s\S]*```\n\n<\/div>/);
  expect(page).not.toContain("A chave.");
  expect(page).toContain("Ela começa.");
  expect(page).toContain("gerado\n\n<!-- /list -->\n\nO resto.");
});

test("its links lead to Portuguese pages that have their anchors, and to English ones otherwise", () => {
  const page = shown(
    ENGLISH.replace("The key.", "[Codes](errors.md), [one](errors.md#NotAuthorized)"),
  );
  expect(page).toContain("[Codes](errors.md), [one](errors.md#NotAuthorized)");
  expect(page).toContain("[Errors](../errors.md#return-codes)");
  expect(page).toContain("[the other](../example.md#the-other)");
});

test("a generated part of a section that has changed stays in Portuguese", () => {
  const page = shown(ENGLISH.replace("The rest.", "All the rest."));
  expect(page).toContain("gerado\n\n<!-- /list -->\n\nAll the rest.");
});

test("a new section has its English heading, and one that is gone is on the page no longer", () => {
  const page = shown(ENGLISH.replace("## The key", "## The lock"));
  expect(page).toContain(`## The lock\n\n${NOTE}`);
  expect(page).not.toContain("A chave");
});

test("a page that has no Portuguese but its title is in English below it", () => {
  const page = inPortuguese(twins(ENGLISH, "# Uma página\n"), new Set());
  expect(page).toMatch(/^# Uma página\n\n> \*\*Esta seção está em inglês/);
  expect(page.split(NOTE)).toHaveLength(4);
});

test("a section is known again when it has moved, and when a merge has kept two lines for it", () => {
  const [start = "", key = "", other = ""] = ENGLISH.split(/^(?=## The)/m);
  const merged = new Set([...translated, ...linesFor(twins(ENGLISH.replace("key.", "keys.")))]);
  const pairs = pairsOf(twins(start + other + key), merged);
  expect(pairs.map(({ portuguese }) => portuguese?.heading)).toEqual([
    "# Uma página",
    "## A outra",
    "## A chave",
  ]);
  expect(pairs.every(({ isCurrent }) => isCurrent)).toBe(true);
});
