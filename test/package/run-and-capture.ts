import { execFile } from "node:child_process";

/** Runs a command and gives what it printed. One that fails throws all that it said. */
export function run(command: string, args: string[], folder: string): Promise<string> {
  // Deno leaves nothing in the home folder, and does not look for a newer one of itself.
  const env = { ...process.env, DENO_DIR: `${folder}/.deno`, DENO_NO_UPDATE_CHECK: "1" };
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: folder, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${[command, ...args].join(" ")} failed\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}
