import { constants } from "node:fs";
import { access, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { counted } from "../../verify/finding.ts";
import { htmlReport } from "../../verify/report/html.ts";
import type { Report } from "../../verify/report/report.ts";
import { describeReport } from "../../verify/report/terminal.ts";
import { colorsFor, VERDICT_COLORS } from "../colors.ts";
import { CommandError, command, type Output, UsageError } from "../define-command.ts";
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
    if (values.html !== undefined) await assertWritable(values.html);
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
    if (report.stopped !== null && !report.isMock)
      throw new UsageError(`it ended early: ${report.stopped}`);
    return undefined;
  },
});

/** No request is sent whose result could not be written. @throws {UsageError} */
async function assertWritable(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw new UsageError(`${file} cannot be written: it is a folder`);
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new UsageError(`${file} cannot be written: its folder is missing or read-only`);
  });
}

/**
 * The report goes to the standard output first, so that a full disk does not lose it.
 * @throws {UsageError} if the page could not be written.
 */
async function publish(
  report: Report,
  { json, html }: VerifyValues,
  { env, stdout }: Output,
): Promise<void> {
  const color = colorsFor(env, undefined, VERDICT_COLORS);
  if (json) stdout(toJson(report));
  else for (const line of describeReport(report)) stdout(color(line));
  if (html === undefined) return;
  await writeFile(html, htmlReport(report)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${html} cannot be written (${code})`);
  });
}
