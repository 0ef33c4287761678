import { type FlagValuesOf, UsageError } from "../define-command.ts";
import { isNotEmpty } from "../shared-flags.ts";
import { isLocal, isServiceUrl } from "./service-address.ts";

/** How many requests a second a service gets at most. */
export const MAX_RATE = 2;

export const verifyFlags = {
  url: {
    value: "URL",
    help: "the https address of the service, without user, password or query; http on this machine only",
    accepts: isServiceUrl,
  },
  har: {
    value: "FILE",
    help: "instead of an address, a file of recorded traffic: HAR, or a line of JSON for each request",
    accepts: isNotEmpty,
  },
  host: {
    value: "HOST",
    help: "the host of the service in the recorded traffic",
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

export type VerifyValues = FlagValuesOf<typeof verifyFlags>;

/** What each source of exchanges cannot be combined with. */
const FOREIGN = {
  url: ["host"],
  har: ["write", "rate", "keys-file", "customer", "subscription", "subaccount"],
} as const;

/** @throws {UsageError} if flags contradict each other. */
export function assertConsistent(values: VerifyValues): void {
  const { url, har, rate } = values;
  if ((url === undefined) === (har === undefined))
    throw new UsageError("pass either --url, to send requests, or --har, to read recorded traffic");
  const source = url === undefined ? "har" : "url";
  const foreign = FOREIGN[source].find((flag) => values[flag]);
  if (foreign) throw new UsageError(`--${foreign} does not go with --${source}`);
  const isProduction = url !== undefined && !isLocal(url);
  if (isProduction && Number(rate ?? MAX_RATE) > MAX_RATE)
    throw new UsageError(`invalid --rate: expected ${verifyFlags.rate.help}`);
}
