import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A page without its blocks of code, in which nothing is a link or a heading. */
export function proseOf(page: string): string {
  return readFileSync(page, "utf8").replaceAll(/^(`{3,}).*?^\1$/gms, "");
}

/** The links of a page to files or headings that do not exist below the root. */
export function deadLinks(page: string, root = ".", isThere = (_file: string) => true): string[] {
  const links = [...proseOf(join(root, page)).matchAll(/\]\((?!https?:)([^)]+)\)/g)];
  return links.flatMap(([, target = ""]) => {
    const [path, anchor] = target.split("#");
    const file = path ? posix.join(posix.dirname(page), path) : page;
    const leads =
      existsSync(join(root, file)) &&
      isThere(file) &&
      (anchor === undefined || anchorsOf(join(root, file)).includes(anchor));
    return leads ? [] : [target];
  });
}

/** The anchors that GitHub makes of headings, and those that a page sets by itself. */
function anchorsOf(file: string): string[] {
  const prose = proseOf(file);
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, "")
      .replaceAll(" ", "-"),
  );
  const own = [...prose.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id);
  return [...headings, ...own];
}
