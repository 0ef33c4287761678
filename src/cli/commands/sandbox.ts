import { resolve } from "node:path";
import {
  isOptionValue,
  type PostbackTargets,
  type ResolvedOptions,
  readOptions,
  type SandboxOptions,
  valuesOf,
} from "../../sandbox-node/options.ts";
import type { Sandbox } from "../../sandbox-node/running-sandbox.ts";
import {
  IN_MEMORY,
  isServerAddress,
  shownAddress,
} from "../../sandbox-node/store/store-address.ts";
import { colorsFor } from "../colors.ts";
import { command, type FlagValuesOf } from "../define-command.ts";
import { exampleBody, findOperation } from "../operation-commands/operation-table.ts";
import { addressFlags, isNotEmpty } from "../shared-flags.ts";

/** The options know their limits. */
function numberFlag(option: keyof SandboxOptions, help: string, value = "NUMBER") {
  return {
    value,
    help: `${help}: ${valuesOf(option)}`,
    accepts: (text: string) => /^\d+$/.test(text) && isOptionValue(option, Number(text)),
  };
}

const limitFlags = {
  "max-records": numberFlag("maxRecords", "how many records each company may have at most"),
  "max-requests": numberFlag(
    "maxRequests",
    "how many requests a second a process takes from each company",
  ),
  "max-snapshots": numberFlag("maxSnapshots", "how many snapshots each company may keep"),
  drain: numberFlag(
    "drain",
    "how long to go on answering after a signal to stop, while the readiness check fails",
    "SECONDS",
  ),
};

/** `npm start` takes them too. */
export const sandboxFlags = {
  ...addressFlags,
  port: { ...addressFlags.port, fallback: "4020" },
  db: {
    value: "FILE|ADDRESS",
    help: "the SQLite file that keeps the data, or a postgres:// address that several sandboxes share",
    accepts: isNotEmpty,
    // It would put the data of a service into memory.
    refusesEmpty: true as const,
  },
  state: {
    value: "FILE",
    help: "the state file with which a sandbox without companies begins (see centavo export)",
    accepts: isNotEmpty,
  },
  examples: { help: "start with the resources and keys of the contract's examples" },
  seed: {
    value: "SEED",
    help: "the seed that determines all ids, keys and tokens",
    accepts: isNotEmpty,
  },
  clock: {
    value: "TIME",
    help: "the time at which to freeze the clocks, e.g. 2026-03-02T12:00:00Z",
    accepts: (text: string) => isOptionValue("clock", text),
  },
  "operator-key": {
    value: "KEY",
    help: "the key of the operator, which is required to create, list, name and delete companies",
    isSecret: true as const,
    accepts: isNotEmpty,
  },
  shared: {
    help: "show the keys of each company once, and each company only to its own people; needs CENTAVO_SANDBOX_OPERATOR_KEY",
  },
  "public-url": {
    value: "URL",
    help: "the http or https URL under which others reach the sandbox, e.g. a proxy's, without user, password or query",
    accepts: (text: string) => isOptionValue("publicUrl", text),
  },
  postbacks: {
    value: "loopback|any|HOST,HOST",
    fallback: "loopback",
    help: "loopback to send postbacks to this machine only, any to send them to any address, or other hosts to allow, without scheme, port or path",
    accepts: (text: string) => isOptionValue("postbacks", postbackTargets(text)),
  },
  "pay-pages": {
    help: "let whoever has the address of a payment's page play its buyer, also if others can reach the sandbox",
  },
  ...limitFlags,
  log: {
    value: "text|json",
    fallback: "text",
    help: "text to print lines for people, json to print each as a JSON object",
    values: ["text", "json"],
  },
  quiet: { help: "print nothing after the start" },
};

type SandboxValues = Omit<FlagValuesOf<typeof sandboxFlags>, "quiet">;

export const sandbox = command({
  name: "sandbox",
  summary:
    "Starts the whole service on your machine: it stores what you create and has an adjustable clock.",
  flags: sandboxFlags,
  async run({ quiet, ...values }, { env, stdout }) {
    const isJson = values.log === "json";
    const color = isJson ? String : colorsFor(env);
    const options = readOptions({
      ...sandboxOptions(values),
      ...(!quiet && { log: (line: string) => stdout(color(line)) }),
    });
    const { startServer } = await import("../../sandbox-node/start-sandbox.ts");
    const started = await startServer(options);
    const text = (isJson ? describeAsJson : describe)(started, options);
    return { text, close: started.close };
  },
});

/** Converts the flags of a sandbox to its options, which have the same names. */
export function sandboxOptions({ log, postbacks, ...others }: SandboxValues): SandboxOptions {
  const options = Object.entries(others).map(([flag, value]) => [
    flag.replaceAll(/-[a-z]/g, (letter) => letter.charAt(1).toUpperCase()),
    flag === "port" || flag in limitFlags ? Number(value) : value,
  ]);
  return {
    // A flag that is not set leaves the default of its option.
    ...Object.fromEntries(options.filter(([, value]) => value !== false)),
    logFormat: log === "json" ? "json" : "text",
    postbacks: postbackTargets(postbacks),
  };
}

function postbackTargets(text: string): PostbackTargets {
  return text === "loopback" || text === "any" ? text : text.split(",");
}

/** Without keys and the code of the inspector: programs that collect logs keep them. */
function describeAsJson({ url, publicKey }: Keys, { publicUrl }: ResolvedOptions): string {
  const time = new Date().toISOString();
  return JSON.stringify({ time, name: "started", url, publicUrl, publicKey });
}

function describe(
  started: Omit<Sandbox, "control">,
  { db, examples, isShared, publicUrl }: ResolvedOptions,
): string {
  const { url, inspectorUrl, publicKey, privateKey } = started;
  const at = publicUrl === undefined ? url : `${publicUrl}, and on this machine at ${url}`;
  const page = isShared ? "For its operator's page in" : "To see and to do everything in";
  // Those who share a sandbox are shown keys once.
  const showsKeys = !isShared || started.isNew;
  const paragraphs = [
    `The sandbox is running at ${at}. ${page} a browser, open:`,
    `  ${inspectorUrl}`,
    showsKeys && "The keys of its first company:",
    showsKeys && `  public   ${publicKey}\n  private  ${privateKey}`,
    describeStorage(db),
    examples &&
      "It has the resources of the contract's examples, whose ids and keys work too. Its clock stands still.",
    showsKeys && "To create a payment, paste this into another terminal:",
    showsKeys && `  ${curlToPay({ ...started, url: publicUrl ?? url }).join("\n  ")}`,
    "To stop the sandbox, press Ctrl-C.",
  ];
  return `\n${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

/** Where the data of a sandbox is, for whoever starts it. */
export function describeStorage(db: string | undefined): string {
  if (db === undefined || db === IN_MEMORY)
    return "Its data is in memory: it is gone when the sandbox stops.";
  const isAddress = isServerAddress(db) || db.startsWith("file:");
  return `Its data is in ${isAddress ? shownAddress(db) : resolve(db)}.`;
}

type Keys = Pick<Sandbox, "url" | "publicKey" | "privateKey">;

/** Two commands that work in any shell when you paste them: they get a token and create a Pix payment. */
export function curlToPay({ url, publicKey, privateKey }: Keys): string[] {
  const token = `${post(`${url}/auth`, { publicKey, privateKey })} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/'`;
  const create = post(`${url}/payments`, exampleBody(findOperation("payments.create"), "pix"));
  return [`TOKEN=$(${token})`, `${create} -H "Authorization: Bearer $TOKEN"`];
}

function post(url: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s ${url} -H 'Content-Type: application/json' -d '${quoted}'`;
}
