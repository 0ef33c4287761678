import { constants } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { htmlReport } from "../../verify/report/html.ts";
import { counted, type Report } from "../../verify/report/report.ts";
import { describeReport } from "../../verify/report/terminal.ts";
import {
  addVerdicts,
  readVerdictFile,
  type Environment as ServiceEnvironment,
} from "../../verify/verdict-file.ts";
import { colorsFor, VERDICT_COLORS } from "../colors.ts";
import { CommandError, command, type Output, UsageError } from "../command.ts";
import { toJson } from "../print.ts";
import { checkService } from "../verify/check-service.ts";
import { checkTraffic } from "../verify/check-traffic.ts";
import { assertConsistent, type VerifyValues, verifyFlags } from "../verify/verify-flags.ts";

export const verify = command({
  name: "verify",
  summary:
    "Checks the assumptions of the contract against a service: which hold, which are contradicted, and what is new.",
  flags: verifyFlags,
  async run(values, io) {
    assertConsistent(values);
    await assertFiles(values);
    const { url, har = "" } = values;
    const report = url
      ? await checkService({ ...values, url }, io)
      : await checkTraffic(har, values, io);
    await publish(report, values, io);
    const { contradicted } = report.counts;
    if (contradicted > 0)
      throw new CommandError(
        `${counted(contradicted, "assumption")} ${contradicted === 1 ? "is" : "are"} contradicted`,
      );
    if (report.stopped !== null) throw new UsageError(`it ended early: ${report.stopped}`);
    return undefined;
  },
});

/** No request is sent whose result could not be written. @throws {UsageError} */
async function assertFiles({ html, verdicts }: VerifyValues): Promise<void> {
  for (const file of [html, verdicts].filter((each) => each !== undefined)) {
    if ((await stat(file).catch(() => undefined))?.isDirectory())
      throw new UsageError(`${file} cannot be written: it is a folder`);
    await access(dirname(file), constants.W_OK).catch(() => {
      throw new UsageError(`${file} cannot be written: its folder is missing or read-only`);
    });
  }
  if (verdicts !== undefined)
    await readVerdictFile(verdicts).catch(() => {
      throw new UsageError(`${verdicts} is no file of verdicts`);
    });
}

/** The report goes to the standard output first, so that a full disk does not lose it. */
async function publish(
  report: Report,
  { json, html, verdicts, environment }: VerifyValues,
  { env, stdout }: Output,
): Promise<void> {
  const color = colorsFor(env, undefined, VERDICT_COLORS);
  if (json) stdout(toJson(report));
  else for (const line of describeReport(report)) stdout(color(line));
  if (html !== undefined) await written(html, writeFile(html, htmlReport(report)));
  if (verdicts !== undefined)
    await written(verdicts, addVerdicts(verdicts, report, environment as ServiceEnvironment));
}

/** @throws {UsageError} if a file could not be written. */
async function written(file: string, writing: Promise<void>): Promise<void> {
  await writing.catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be written (${code})`);
  });
}
