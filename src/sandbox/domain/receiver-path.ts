const RECEIVER_PATH = /^\/_sandbox\/receiver\/([\da-f-]{36})$/;

/** The path of the built-in receiver of a company. */
export function receiverPath(companyId: string): string {
  return `/_sandbox/receiver/${companyId}`;
}

/** The company whose receiver is at a path, or undefined if it is another path. */
export function receiverAt(path: string): string | undefined {
  return RECEIVER_PATH.exec(path)?.[1];
}
