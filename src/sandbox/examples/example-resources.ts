import { examples } from "../contract-facts/examples.ts";
import { cardOutcome, type OutcomeName } from "../domain/test-outcomes.ts";
import type { Records } from "../store/records.ts";

/** The resources that the contract's operations read. */
export type ReadableKind = Exclude<keyof Records, "postbacks">;

type Resource<Kind extends ReadableKind> = Records[Kind]["resource"];

/**
 * The resources of a kind, as the examples of its `get` and `list` show them. A resource that only other
 * examples show, such as a declined payment, is not among them.
 */
export function exampleResources<Kind extends ReadableKind>(kind: Kind): Resource<Kind>[] {
  const shown = examplesOf([`${kind}.get`, `${kind}.list`])
    .flatMap(({ successes }) => Object.values(successes))
    .flatMap(({ data }) => data as Resource<Kind> | Resource<Kind>[])
    // The items of the list of subaccounts have no id.
    .filter((resource) => "id" in resource);
  return [...new Map(shown.map((resource) => [resource.id, resource])).values()];
}

/** The status of a resource in the example that creates it. By default, it has not changed since. */
export function statusAtCreation<Status extends string>(
  kind: ReadableKind,
  { id, status }: { id: string; status: Status },
): Status {
  const created = examples
    .filter((operation) => operation.id.startsWith(`${kind}.create`))
    .flatMap(({ successes }) => Object.values(successes))
    .map(({ data }) => data as { id?: string; status: Status });
  return created.find((resource) => resource.id === id)?.status ?? status;
}

/** The outcome that a card's number forces. Only the example that stores the card shows its number. */
export function exampleCardOutcome(cardId: string): OutcomeName {
  const [tokenize] = examplesOf(["cards.tokenize"]);
  const stored = Object.entries(tokenize?.successes ?? {}).find(
    ([, { data }]) => (data as { id: string }).id === cardId,
  );
  const request = tokenize?.requests[stored?.[0] ?? ""];
  if (!request) throw new Error(`No example of the contract stores the card ${cardId}.`);
  return cardOutcome(`${request.cardNumber}`);
}

function examplesOf(ids: readonly string[]): typeof examples {
  return examples.filter(({ id }) => ids.includes(id));
}
