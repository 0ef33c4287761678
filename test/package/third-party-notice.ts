import { run } from "./run-and-capture.ts";

/** What the package says of a package whose code it holds. */
export interface Notice {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const SECTION = /^## (\S+) (\S+)\n\nLicence: (.+)\n\n```text\n([\s\S]+?)\n```$/gm;

/** What a tarball says of the code of others in it. */
export async function noticesIn(tarball: string): Promise<Notice[]> {
  const file = "package/dist/package/THIRD-PARTY.md";
  const notice = await run("tar", ["-xOzf", tarball, file], ".");
  return [...notice.matchAll(SECTION)].map(
    ([, name = "", version = "", licence = "", text = ""]) => ({
      name,
      version,
      licence,
      text,
    }),
  );
}
