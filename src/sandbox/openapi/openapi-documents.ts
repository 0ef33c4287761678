import { Cursor } from "../../contract/cursor.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";

/** The two contracts that the sandbox answers by: the service's, and that of its own controls. */
export const openApiDocuments = {
  service: Cursor.root(readContract()),
  control: Cursor.root(readControlContract()),
};
