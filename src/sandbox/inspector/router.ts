import { useEffect, useState } from "preact/hooks";

/** A place in the inspector, in the fragment of the address: `#/company/screen/id?filters`. */
export interface Place {
  companyId: string;
  screen: string;
  /** The id of one resource. Empty on a list. */
  id: string;
  filters: Record<string, string>;
}

export function readPlace(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [companyId = "", screen = "", id = ""] = path.split("/").map(decoded);
  return { companyId, screen, id, filters: Object.fromEntries(new URLSearchParams(query)) };
}

/** Text without its percent-encoding, or as it is if that is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a place. Filters without a value are left out. */
export function addressOf({ companyId, screen, id = "", filters = {} }: PlaceInput): string {
  const path = [companyId, screen, ...(id === "" ? [] : [id])].map(encodeURIComponent).join("/");
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return `#/${path}${query === "" ? "" : `?${query}`}`;
}

type PlaceInput = Pick<Place, "companyId" | "screen"> & Partial<Place>;

/** The current place. It follows the address. */
export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace);
  useEffect(() => {
    const follow = () => setPlace(readPlace());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return place;
}
