import { isPort } from "../http-server/http-server.ts";
import { isPublicUrl, isTime, type SandboxOptions } from "../sandbox/options.ts";
import type { FlagValuesOf } from "./command-line.ts";

/** The flags of whatever listens. */
const address = {
  port: {
    value: "PORT",
    help: "the port to listen on, from 0 (any that is free) to 65535",
    accepts: isPort,
  },
  host: {
    value: "HOST",
    fallback: "127.0.0.1",
    help: "the address to listen on",
    accepts: isGiven,
  },
};

/** The flags of `centavo mock`. */
export const mockFlags = { ...address, port: { ...address.port, fallback: "4010" } };

/** The flags of `centavo sandbox`; `npm start` has them too. */
export const sandboxFlags = {
  ...address,
  port: { ...address.port, fallback: "4020" },
  db: {
    value: "FILE",
    help: "the file that keeps everything",
    accepts: isGiven,
  },
  seed: {
    value: "SEED",
    help: "what ids, keys and tokens follow from",
    accepts: isGiven,
  },
  clock: {
    value: "TIME",
    help: "the time at which the clocks stand still, such as 2026-03-02T12:00:00Z",
    accepts: isTime,
  },
  "control-token": {
    value: "TOKEN",
    help: "what has to be sent to make a company",
    accepts: isGiven,
  },
  "public-url": {
    value: "URL",
    help: "the http or https address by which others reach the sandbox, such as a proxy's, without user, password or query",
    accepts: isPublicUrl,
  },
  postbacks: {
    value: "loopback|any",
    fallback: "loopback",
    help: "loopback for postbacks to this machine only, or any for postbacks to every address",
    accepts: (text: string) => text === "loopback" || text === "any",
  },
  quiet: { help: "tells of no requests" },
};

/** What the flags of a sandbox say. */
type SandboxValues = Omit<FlagValuesOf<typeof sandboxFlags>, "quiet">;

/** What a sandbox is started with, by its flags. */
export function sandboxOptions({
  port,
  postbacks,
  "control-token": controlToken,
  "public-url": publicUrl,
  ...same
}: SandboxValues): SandboxOptions {
  return {
    ...same,
    port: Number(port),
    postbacks: postbacks === "any" ? "any" : "loopback",
    ...(controlToken !== undefined && { controlToken }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

function isGiven(text: string): boolean {
  return text !== "";
}
