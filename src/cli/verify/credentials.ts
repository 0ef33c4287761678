import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Credentials } from "../../verify/service/verify-service.ts";
import { type Output, UsageError } from "../define-command.ts";

/** The keys, which are never an argument: others on the machine can see those. @throws {UsageError} */
export async function readCredentials(
  file: string | undefined,
  { env, person }: Output,
): Promise<Credentials> {
  if (file !== undefined) return keysIn(file, await readPrivately(file));
  const { CENTAVO_TOKEN: token, CENTAVO_PUBLIC_KEY, CENTAVO_PRIVATE_KEY } = env;
  if (token) return { token };
  if (CENTAVO_PUBLIC_KEY && CENTAVO_PRIVATE_KEY)
    return { publicKey: CENTAVO_PUBLIC_KEY, privateKey: CENTAVO_PRIVATE_KEY };
  if (!person || CENTAVO_PUBLIC_KEY || CENTAVO_PRIVATE_KEY)
    throw new UsageError(
      "there are no keys; set CENTAVO_TOKEN, or both CENTAVO_PUBLIC_KEY and CENTAVO_PRIVATE_KEY, or pass a file with --keys-file",
    );
  const publicKey = await person.ask("Public key: ");
  return { publicKey, privateKey: await person.ask("Private key (not shown): ", "hidden") };
}

function keysIn(file: string, text: string): Credentials {
  const lines = [...text.matchAll(/^\s*(\w+)\s*=\s*(\S+)\s*$/gm)];
  const { publicKey, privateKey } = Object.fromEntries(lines.map(([, ...pair]) => pair));
  if (publicKey && privateKey) return { publicKey, privateKey };
  throw new UsageError(`${file} has no keys; write two lines, publicKey=… and privateKey=…`);
}

/** A file that only its owner can read. What is checked is what is read: it is opened once. */
async function readPrivately(file: string): Promise<string> {
  // Without waiting for a writer, if it is a pipe.
  const opening = open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const handle = await opening.catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${code})`);
  });
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw new UsageError(`${file} is no file`);
    const user = process.getuid?.() ?? status.uid;
    if (status.uid !== user) throw new UsageError(`${file} belongs to another user`);
    // Windows has no such modes.
    if (process.getuid && (status.mode & 0o077) !== 0)
      throw new UsageError(`${file} can be read by others; run chmod 600 ${file}`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
