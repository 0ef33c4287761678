import { isPort } from "../http-server/listen-address.ts";
import {
  isPostbackTargets,
  isPublicUrl,
  isTime,
  type PostbackTargets,
  type SandboxOptions,
} from "../sandbox/options.ts";
import type { FlagValuesOf } from "./command.ts";

/** The flags of every server. */
const address = {
  port: {
    value: "PORT",
    help: "the port to listen on, from 0 (any free port) to 65535",
    accepts: isPort,
  },
  host: {
    value: "HOST",
    fallback: "127.0.0.1",
    help: "the address to listen on",
    accepts: isNotEmpty,
  },
};

/** The flags of `centavo mock`. */
export const mockFlags = { ...address, port: { ...address.port, fallback: "4010" } };

/** The flags of `centavo sandbox`. `npm start` takes them too. */
export const sandboxFlags = {
  ...address,
  port: { ...address.port, fallback: "4020" },
  db: {
    value: "FILE|ADDRESS",
    help: "the SQLite file that keeps the data, or a postgres:// address that several sandboxes share",
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
    accepts: isTime,
  },
  "control-token": {
    value: "TOKEN",
    help: "the token that is required to create a company",
    accepts: isNotEmpty,
  },
  "public-url": {
    value: "URL",
    help: "the http or https URL under which others reach the sandbox, e.g. a proxy's, without user, password or query",
    accepts: isPublicUrl,
  },
  postbacks: {
    value: "loopback|any|HOST,HOST",
    fallback: "loopback",
    help: "loopback to send postbacks to this machine only, any to send them to any address, or other hosts to allow, without scheme, port or path",
    accepts: (text: string) => isPostbackTargets(postbackTargets(text)),
  },
  "max-records": {
    value: "NUMBER",
    help: "how many records each company may have at most",
    accepts: (text: string) => /^[1-9]\d{0,14}$/.test(text),
  },
  drain: {
    value: "SECONDS",
    fallback: "0",
    help: "how long to go on answering after a signal to stop, while the readiness check fails",
    accepts: (text: string) => /^\d{1,4}$/.test(text) && Number(text) <= 3600,
  },
  quiet: { help: "print nothing after the start" },
};

type SandboxValues = Omit<FlagValuesOf<typeof sandboxFlags>, "quiet">;

/** Converts the flags of a sandbox to its options. */
export function sandboxOptions({
  port,
  postbacks,
  drain,
  "control-token": controlToken,
  "public-url": publicUrl,
  "max-records": maxRecords,
  ...rest
}: SandboxValues): SandboxOptions {
  return {
    ...rest,
    port: Number(port),
    drain: Number(drain),
    postbacks: postbackTargets(postbacks),
    ...(controlToken !== undefined && { controlToken }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(maxRecords !== undefined && { maxRecords: Number(maxRecords) }),
  };
}

function postbackTargets(text: string): PostbackTargets {
  return text === "loopback" || text === "any" ? text : text.split(",");
}

function isNotEmpty(text: string): boolean {
  return text !== "";
}
