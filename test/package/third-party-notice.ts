import { run } from "./run-and-capture.ts";

const SECTION = /^## (\S+) (\S+)\n\nLicence: (.+)\n\n```text\n([\s\S]+?)\n```$/gm;

/** What a tarball says of each package whose code it holds. */
export async function noticesIn(tarball: string) {
  const file = "package/dist/package/THIRD-PARTY.md";
  const notice = await run("tar", ["-xOzf", tarball, file], ".");
  return [...notice.matchAll(SECTION)].map(
    ([, name = "", version = "", licence = "", text = ""]) => ({ name, version, licence, text }),
  );
}
