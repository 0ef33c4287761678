import { Cursor } from "../../contract/cursor.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";

/** The contracts of the two APIs that the sandbox serves: that of the service and the control API. */
export const openApiDocuments = {
  service: Cursor.root(readContract()),
  control: Cursor.root(readControlContract()),
};
