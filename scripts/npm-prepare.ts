/**
 * Builds the package where npm makes it from a Git address or a folder, for another project. npm runs no
 * other script there. It also runs this one after each `npm ci` in this repository, where nobody needs
 * a build: there the project that npm works for is the repository itself.
 */
import { execSync } from "node:child_process";
import { realpathSync } from "node:fs";

const project = process.env.npm_config_local_prefix;

if (project !== undefined && realpathSync(project) !== realpathSync(process.cwd())) {
  execSync("npm run build --silent", { stdio: "inherit" });
}
