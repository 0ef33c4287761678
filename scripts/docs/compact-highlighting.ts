import type { MarkdownOptions } from "vitepress";

type Transformer = NonNullable<MarkdownOptions["codeTransformers"]>[number];
type CodeNode = Parameters<NonNullable<Transformer["code"]>>[0]["children"][number];

/**
 * Highlighted code with fewer elements: none for a line, none for text in the colour of its block, and one for neighbours of
 * the same colour. The page of an operation has dozens of samples.
 */
export const compactHighlighting: Transformer = {
  name: "compact highlighting",
  code(code) {
    const block = `${this.pre.properties.style}`.toLowerCase();
    const tokens = code.children.flatMap((line) =>
      line.type === "element" ? line.children : [line],
    );
    code.children = tokens.map((token) => asText(token, block)).reduce(joined, []);
  },
};

/** A token as text if it has the colours of its block, of which the background is one. */
function asText(token: CodeNode, block: string): CodeNode {
  const [text] = token.type === "element" ? token.children : [];
  const isPlain = text?.type === "text" && (block.includes(styleOf(token)) || !text.value.trim());
  return isPlain ? text : token;
}

function joined(before: CodeNode[], token: CodeNode): CodeNode[] {
  const last = before.at(-1);
  const [end, next] = [last, token].map((each) =>
    each?.type === "element" ? each.children[0] : each,
  );
  const isSame = last?.type === token.type && styleOf(last) === styleOf(token);
  if (!isSame || end?.type !== "text" || next?.type !== "text") return [...before, token];
  end.value += next.value;
  return before;
}

function styleOf(node: CodeNode): string {
  return node.type === "element" ? `${node.properties.style}`.toLowerCase() : "";
}
