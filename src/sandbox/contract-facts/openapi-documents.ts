import { Cursor } from "../../contract/cursor.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";

/** The contracts of the two interfaces that the sandbox serves: the service and the control interface. */
export const openApiDocuments = {
  service: Cursor.root(readContract()),
  control: Cursor.root(readControlContract()),
};
