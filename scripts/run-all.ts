import { exec } from "node:child_process";

const MAX_OUTPUT = 64 * 1024 * 1024;

type Run = { line: string; output: string; failed: boolean };

/**
 * Runs command lines at the same time, prints what each of them says, in their order, and fails if one of them fails.
 * It shows the findings of all, since the cause of a mistake is often what only the last one names.
 */
const runs = process.argv.slice(2).map(
  (line) =>
    new Promise<Run>((resolve) => {
      exec(line, { maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) =>
        resolve({ line, output: stdout + stderr, failed: error !== null }),
      );
    }),
);

for (const run of runs) {
  const { line, output, failed } = await run;
  process.stdout.write(output);
  if (!failed) continue;
  console.error(`Failed: ${line}`);
  process.exitCode = 1;
}
