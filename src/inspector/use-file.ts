import { useEffect, useState } from "preact/hooks";
import { fetchFrom } from "./api.ts";

/**
 * The address of a file of the sandbox within this page, whose own fetch has read it: without a server, no other leads to it.
 * A file of somebody else keeps its address.
 */
export function useFile(url: string, path: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const start = url.indexOf(path);
    if (start < 0) return setAddress(url);
    const reading = fetchFrom(url.slice(start))
      .then((response) => response.blob())
      .then((file) => URL.createObjectURL(file));
    reading.then(setAddress, () => {});
    return () => void reading.then(URL.revokeObjectURL, () => {});
  }, [url, path]);
  return address;
}
