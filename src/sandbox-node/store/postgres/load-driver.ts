import { StoreError } from "../../../sandbox/store/store-error.ts";

/** `pg` is an optional peer, which only the address of a PostgreSQL server needs. */
export async function loadDriver(): Promise<Pick<typeof import("pg"), "Client" | "Pool">> {
  try {
    return (await import("pg")).default;
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new StoreError("the package pg is not installed", { advice: "run npm install pg" });
  }
}
