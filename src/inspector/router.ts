import { useEffect, useState } from "preact/hooks";
import { groupOf, type ResourceType } from "../contract/resource-types.ts";
import { decodePath } from "../text/decode-path.ts";

/** What the page shows, as the fragment of the address says: `#/company/screen/id?filters`. */
export interface Route {
  companyId: string;
  screen: string;
  /** The id of one resource. Empty on a list. */
  id: string;
  filters: Record<string, string>;
}

function readRoute(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [companyId = "", screen = "", id = ""] = path.split("/").map(decodePath);
  return { companyId, screen, id, filters: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a route. Filters without a value are left out. */
export function addressOf({ companyId, screen, id = "", filters = {} }: RouteInput): string {
  const path = [companyId, screen, ...(id === "" ? [] : [id])].map(encodeURIComponent).join("/");
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return `#/${path}${query === "" ? "" : `?${query}`}`;
}

type RouteInput = Pick<Route, "companyId" | "screen"> & Partial<Route>;

/** The current route. It follows the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

/** The screen of a type of resource: `bankAccount` has `bank-accounts`. */
export function screenOf(type: ResourceType): string {
  return groupOf(type).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
