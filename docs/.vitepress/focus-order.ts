import { basename } from "node:path";

/**
 * What VitePress's components render before the text, though it is beside it, and what it is moved behind: so Tab comes
 * to the text before the links of the sidebar and of the contents. Styles place both, whatever their order is.
 */
const MOVES: Readonly<Record<string, readonly [part: RegExp, behind: string]>> = {
  "Layout.vue": [/<VPSidebar\b[\s\S]*?<\/VPSidebar>/, "</VPContent>"],
  "VPDoc.vue": [
    /<div v-if="hasAside"[\s\S]*?(?=\s*<div class="content">)/,
    '<slot name="doc-after" />\n        </div>\n      </div>',
  ],
};

export const focusOrder = {
  name: "focus order",
  enforce: "pre",
  transform(code: string, file: string): string | undefined {
    const [part, behind] = MOVES[basename(file)] ?? [];
    if (!part || !behind || !file.includes("/theme-default/")) return undefined;
    const [moved] = part.exec(code) ?? [];
    if (!moved || !code.includes(behind))
      throw new Error(`${file} is another one than docs/.vitepress/focus-order.ts knows.`);
    return code.replace(moved, "").replace(behind, `${behind}\n${moved}`);
  },
} as const;
