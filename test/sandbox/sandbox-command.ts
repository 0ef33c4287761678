import { fromSource, type Started, start } from "../run-command-line.ts";

/** The command that starts a sandbox. */
export const sandbox = (...args: string[]) => [...fromSource, "sandbox", ...args];

/** A sandbox at any free port, unless the flags or variables say another. */
export function open(args: string[] = [], env: Record<string, string> = {}): Promise<Started> {
  return start(sandbox(...args), { env: { CENTAVO_SANDBOX_PORT: "0", ...env } });
}

/** The keys that it printed. */
export function keysIn(text: string): { publicKey: string; privateKey: string } {
  const [publicKey = ""] = text.match(/sandbox_public_\w+/) ?? [];
  const [privateKey = ""] = text.match(/sandbox_private_\w+/) ?? [];
  return { publicKey, privateKey };
}
