import { isLocal, isServiceUrl } from "../confirm-host.ts";
import { command, type FlagValuesOf, UsageError } from "../define-command.ts";
import { isNotEmpty } from "../shared-flags.ts";

/** How many requests a second a service gets at most. */
const MAX_RATE = 2;

const flags = {
  url: {
    value: "URL",
    help: "the https address of the service, without user, password or query; http on this machine only",
    accepts: isServiceUrl,
  },
  har: {
    value: "FILE",
    help: "send nothing, and read a file of recorded traffic: HAR with requests to that address, or a line of JSON for each request",
    accepts: isNotEmpty,
  },
  write: { help: "also send requests that make or change something, after a question" },
  rate: {
    value: "NUMBER",
    help: `how many requests to send a second, more than 0 and, beyond this machine, at most ${MAX_RATE}, which is the default`,
    accepts: (text: string) => /^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0,
  },
  "keys-file": {
    value: "FILE",
    help: "instead of CENTAVO_TOKEN, or CENTAVO_PUBLIC_KEY and CENTAVO_PRIVATE_KEY: a file with two lines, publicKey=… and privateKey=…, that only you can read",
    accepts: isNotEmpty,
  },
  customer: resourceFlag("customer"),
  subscription: resourceFlag("subscription"),
  subaccount: resourceFlag("subaccount"),
  json: { help: "print the report as JSON", variable: "CENTAVO_JSON" },
  html: {
    value: "FILE",
    help: "also write the report to this file, as a page to read, print or send",
    accepts: isNotEmpty,
  },
};

function resourceFlag(name: string) {
  return {
    value: "ID",
    help: `the id of a ${name} that --write may use and change`,
    // Dots and slashes would lead to another address.
    accepts: (text: string) => /^[\w-]{1,100}$/.test(text),
  };
}

export const verify = command({
  name: "verify",
  summary:
    "Checks the assumptions of the contract against a service: which hold, which are contradicted, and what is new.",
  flags,
  async run(values, io) {
    assertConsistent(values);
    // Imported on demand: it is half of the command line.
    const { verifyAndPrint } = await import("../verify/check.ts");
    const rate = Number(values.rate ?? (values.url && !isLocal(values.url) ? MAX_RATE : Infinity));
    await verifyAndPrint({ ...values, rate }, io);
    return undefined;
  },
});

/** The flags of what is sent. */
const SENDING = ["write", "rate", "keys-file", "customer", "subscription", "subaccount"] as const;

/** @throws {UsageError} if flags contradict each other. */
function assertConsistent(values: FlagValuesOf<typeof flags>): void {
  const { url, har, rate = MAX_RATE } = values;
  if (url === undefined && har === undefined)
    throw new UsageError("pass --url, to send requests, or --har, to read recorded traffic");
  const foreign = SENDING.find((flag) => har !== undefined && values[flag]);
  if (foreign) throw new UsageError(`--${foreign} does not go with --har`);
  if (url !== undefined && !isLocal(url) && Number(rate) > MAX_RATE)
    throw new UsageError(`invalid --rate: expected ${flags.rate.help}`);
}
