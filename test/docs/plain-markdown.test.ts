import { expect, test } from "vitest";
import { llmsTxt, plainMarkdown } from "../../scripts/docs/plain-markdown.ts";

const page = {
  file: "guides/pix.md",
  title: "PIX",
  description: "Charge by PIX.",
  markdown: "# PIX\n\nText.\n",
};

test("a page for programs has no anchors and no comments, but its code as it is", () => {
  const code = '```html\n<a id="kept"></a><!-- kept -->\n```';
  const source = `# Errors
<!-- codes -->
<a id="NotFound"></a>**NotFound**
[JSON](openapi.json){target="_self"}
${code}`;
  expect(plainMarkdown(source)).toBe(`# Errors\n**NotFound**\n[JSON](openapi.json)\n${code}`);
});

test("llms.txt has a name, a summary, and a link to the Markdown of each page", () => {
  expect(llmsTxt("Centavo", "A toolkit.", [{ title: "Tasks", pages: [page] }])).toBe(
    "# Centavo\n\n> A toolkit.\n\n## Tasks\n\n- [PIX](guides/pix.md): Charge by PIX.\n",
  );
});
