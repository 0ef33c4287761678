/**
 * Builds the package when another project installs it from a Git URL or a folder, since npm runs no
 * other script then. npm also runs this script after each `npm ci` in this repository, where no build is
 * needed. There, npm's project is the repository itself.
 */
import { execSync } from "node:child_process";
import { realpathSync } from "node:fs";

const project = process.env.npm_config_local_prefix;

if (project !== undefined && realpathSync(project) !== realpathSync(process.cwd())) {
  execSync("npm run build --silent", { stdio: "inherit" });
}
