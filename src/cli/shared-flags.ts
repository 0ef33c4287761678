import { isPort } from "../http-server/server-address.ts";
import { isPublicUrl } from "../sandbox/options.ts";

export function isNotEmpty(text: string): boolean {
  return text !== "";
}

/** The flags of every server. */
export const addressFlags = {
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

/** The flags of every command that calls a running sandbox. */
export const connectionFlags = {
  url: {
    value: "URL",
    fallback: "http://127.0.0.1:4020",
    help: "the http or https address of the sandbox, without user, password or query",
    variable: "CENTAVO_SANDBOX_URL",
    accepts: isPublicUrl,
  },
  "public-key": {
    value: "KEY",
    help: "the public key of the company that the sandbox printed",
    variable: "CENTAVO_SANDBOX_PUBLIC_KEY",
    isSecret: true as const,
    accepts: isNotEmpty,
  },
  "private-key": {
    value: "KEY",
    help: "the private key of the company that the sandbox printed",
    variable: "CENTAVO_SANDBOX_PRIVATE_KEY",
    isSecret: true as const,
    accepts: isNotEmpty,
  },
  json: { help: "print JSON, one value a line", variable: "CENTAVO_JSON" },
  utc: { help: "print times in UTC instead of Brazil's zone", variable: "CENTAVO_UTC" },
};
