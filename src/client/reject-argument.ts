/** Throws the error for a mistake of the caller. A message never shows a value that may be secret. */
export function rejectArgument(message: string): never {
  throw new TypeError(message);
}
