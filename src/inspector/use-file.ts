import { useEffect, useState } from "preact/hooks";
import { fetchFrom } from "./api.ts";
import type { Loaded } from "./live-data.ts";

/**
 * The address of a file of the sandbox within this page, whose own fetch has read it: without a server, no other leads to it.
 * A file of somebody else keeps its address.
 */
export function useFile(url: string, path: string): Loaded<string> {
  const [file, setFile] = useState<Loaded<string>>({ data: undefined, error: undefined });
  useEffect(() => {
    const start = url.indexOf(path);
    if (start < 0) return setFile({ data: url, error: undefined });
    const reading = readFile(url.slice(start));
    reading.then(
      (data) => setFile({ data, error: undefined }),
      (error: Error) => setFile({ data: undefined, error }),
    );
    return () => void reading.then(URL.revokeObjectURL, () => {});
  }, [url, path]);
  return file;
}

async function readFile(path: string): Promise<string> {
  const response = await fetchFrom(path);
  if (!response.ok) throw new Error(`The file cannot be read (${response.status}).`);
  return URL.createObjectURL(await response.blob());
}
