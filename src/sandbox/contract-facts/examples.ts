import type { JsonObject } from "../../contract/cursor.ts";
import { type Example, factsOf } from "../../contract/operation-facts.ts";
import { carriesFile, operations } from "../../contract/operations.ts";
import { openApiDocuments } from "./openapi-documents.ts";
import type { Envelope } from "./routes-from-contract.ts";

// Computed in advance by the build, as index.ts is. Only a sandbox that starts with the examples loads them.

/** The contract's examples of an operation, by name. */
interface OperationExamples {
  id: string;
  requests: Record<string, JsonObject>;
  successes: Record<string, Envelope>;
}

export const examples: OperationExamples[] = Object.values(openApiDocuments)
  .flatMap(operations)
  .filter((operation) => !carriesFile(operation))
  .map(factsOf)
  .map(({ id, examples, successes }) => ({
    id,
    requests: byName(examples) as Record<string, JsonObject>,
    successes: byName(successes) as Record<string, Envelope>,
  }));

function byName(examples: readonly Example[]): Record<string, unknown> {
  return Object.fromEntries(examples.map(({ name, value }) => [name, value]));
}
