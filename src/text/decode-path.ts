/**
 * Decodes percent-encoding in a path, or in a part of one. Returns the text unchanged if the encoding is malformed.
 *
 * @example
 * decodePath("/a%2Fb"); // "/a/b"
 */
export function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
