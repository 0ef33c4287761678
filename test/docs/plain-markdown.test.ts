import { expect, test } from "vitest";
import { plainMarkdown } from "../../scripts/docs/plain-markdown.ts";

test("a page for programs has no anchors, no folds and no comments, but its code as it is", () => {
  const code = '```html\n<a id="kept"></a><!-- kept -->\n```';
  const source = `# Errors
<!-- codes -->
<a id="NotFound"></a>**NotFound**
[JSON](openapi.json){target="_self"}
<details>
<summary>A program</summary>
</details>
${code}`;
  expect(plainMarkdown(source)).toBe(
    `# Errors\n**NotFound**\n[JSON](openapi.json)\nA program:\n${code}`,
  );
});
