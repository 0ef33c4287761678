import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { builtOnce } from "../built-once.ts";
import { SiteFiles } from "./site-files.ts";

/** Where the tested site says that it is published: below a path, as most project sites are. */
export const ADDRESS = "https://docs.example/centavo/";

/** The site, built by the command that its readers use, outside of the repository. */
export async function builtSite(): Promise<SiteFiles> {
  const folder = await builtOnce("site", (folder) =>
    promisify(execFile)(process.execPath, ["scripts/docs/build-site.ts", folder], {
      env: { ...process.env, CENTAVO_DOCS_URL: ADDRESS },
    }),
  );
  return new SiteFiles(folder);
}
