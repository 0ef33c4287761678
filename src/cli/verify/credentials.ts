import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Credentials } from "../../verify/service/verify-service.ts";
import { type Output, UsageError } from "../define-command.ts";

/** The keys, which are never an argument: others on the machine can see those. @throws {UsageError} */
export async function readCredentials(
  file: string | undefined,
  { env, person }: Output,
): Promise<Credentials> {
  if (file !== undefined) return await readKeysFile(file);
  const { CENTAVO_TOKEN: token, CENTAVO_PUBLIC_KEY, CENTAVO_PRIVATE_KEY } = env;
  if (token) return { token };
  const keys = { publicKey: CENTAVO_PUBLIC_KEY ?? "", privateKey: CENTAVO_PRIVATE_KEY ?? "" };
  if (keys.publicKey && keys.privateKey) return keys;
  if (keys.publicKey) throw new UsageError("CENTAVO_PRIVATE_KEY is missing");
  if (keys.privateKey) throw new UsageError("CENTAVO_PUBLIC_KEY is missing");
  if (!person)
    throw new UsageError(
      "there are no keys; set CENTAVO_TOKEN, or CENTAVO_PUBLIC_KEY and CENTAVO_PRIVATE_KEY, or pass a file with --keys-file",
    );
  const publicKey = await person.ask("Public key: ");
  return { publicKey, privateKey: await person.ask("Private key (not shown): ", "hidden") };
}

async function readKeysFile(file: string): Promise<Credentials> {
  const lines = (await readPrivately(file)).matchAll(/^\s*(\w+)\s*=\s*(\S+)\s*$/gm);
  const keys = new Map([...lines].map(([, name, value]) => [name, value]));
  const publicKey = keys.get("publicKey");
  const privateKey = keys.get("privateKey");
  if (publicKey === undefined || privateKey === undefined)
    throw new UsageError(`${file} has no keys; write two lines, publicKey=… and privateKey=…`);
  return { publicKey, privateKey };
}

/** A file that only its owner can read. What is checked is what is read: it is opened once. */
async function readPrivately(file: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    // Without waiting for a writer, if it is a pipe.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = await handle.stat();
    const user = process.getuid?.();
    if (!status.isFile()) throw new UsageError(`${file} is no file`);
    if (user !== undefined && status.uid !== user)
      throw new UsageError(`${file} belongs to another user`);
    if (user !== undefined && (status.mode & 0o077) !== 0)
      throw new UsageError(`${file} can be read by others; run chmod 600 ${file}`);
    return await handle.readFile("utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    await handle?.close();
  }
}
