import { randomInt, randomUUID } from "node:crypto";
import { isObject, isString } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import { httpMethodOf, isList, successSchema } from "../../contract/operations.ts";
import { groupBy } from "../../group-by.ts";
import { isLoopback } from "../../http-server/server-address.ts";
import { withCheckDigits } from "../../tax-id.ts";
import type { TestCard } from "../checked-assumptions.ts";
import type { Exchange } from "../exchange.ts";
import { MAX_ITEMS, matchSchema } from "../match-schema.ts";
import type { Reference } from "../plan/planned-request.ts";

/** A value that a request needs is not known. The message says why. */
export class Unresolved extends Error {}

export interface ResolverOptions {
  url: string;
  /** Resources that may be used, and changed if the run writes, by what they are. */
  resources: Partial<Record<"customer" | "subscription" | "subaccount", string | undefined>>;
  /** The numbers of the service's own test cards. By default, those of the contract's examples. */
  testCards?: Partial<Record<TestCard, string | undefined>>;
}

/** Knows what the user has named and what responses have shown, and puts it in the place of references. */
export class ReferenceResolver {
  readonly #options: ResolverOptions;
  /** The accepted responses by the names of their requests. */
  readonly #responses = new Map<string, unknown>();
  /** The ids that responses have shown, by what they are. */
  readonly #seen = new Map<string, string>();
  readonly #amounts = new Set<number>();
  /** The e-mail addresses of people whom the run has made up. */
  readonly newEmails = new Set<string>();

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /** Learns from the response to an accepted request, which others may refer to by a name. */
  learn({ operation, body }: Exchange, name: string | undefined): void {
    // A resource that exists is remembered as it was before the run. A list grows.
    const isKept = httpMethodOf(operation) === "GET" && !isList(operation);
    if (name && !(isKept && this.#responses.has(name))) this.#responses.set(name, body);
    for (const { schema, value } of matchSchema(successSchema(operation), body).visits) {
      const kind = schema.at("x-refers-to").value;
      if (isString(kind) && isString(value) && !this.#seen.has(kind)) this.#seen.set(kind, value);
    }
    const [first] = [valueAt(body, "/data")].flat();
    if (operation.id.endsWith(".list") && isObject(first) && isString(first.id))
      this.#seen.set(operation.id.replace(/s\.list$/, ""), first.id);
  }

  /**
   * A copy of a value with its references resolved. What a writing request uses, the user has named.
   * @throws {Unresolved}
   */
  resolve<Value>(value: unknown, writes: boolean): Value {
    return this.#resolved(value, writes, new Map()) as Value;
  }

  /** `fresh` has the new values by those of the examples: what an example repeats stays the same within a request. */
  #resolved(value: unknown, writes: boolean, fresh: Map<unknown, unknown>): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#resolved(each, writes, fresh));
    if (!isObject(value)) return value;
    const reference = value as unknown as Reference;
    if ("unknown" in reference) return randomUUID();
    if ("testCard" in reference) return this.#testCard(reference);
    if ("known" in reference) return this.#known(reference.known, writes);
    if ("from" in reference) return this.#valueIn(reference);
    if ("items" in reference) return this.#valueInItems(reference);
    if (!("fresh" in reference))
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, this.#resolved(each, writes, fresh)]),
      );
    if (!fresh.has(reference.example)) fresh.set(reference.example, this.#freshValue(reference));
    return fresh.get(reference.example);
  }

  /** The response to the request of this name, if the service has accepted it. */
  shown(name: string): unknown {
    return this.#responses.get(name);
  }

  /** @throws {Unresolved} if the service has not accepted the request of this name. */
  responseTo(name: string): unknown {
    if (this.#responses.has(name)) return this.#responses.get(name);
    throw new Unresolved(`the service did not accept the example ${name}`);
  }

  #freshValue({ fresh, example }: FreshReference): unknown {
    const unique = randomUUID().slice(0, 8);
    if (fresh === "text") return `${example} ${unique}`;
    if (fresh === "e-mail") {
      const email = `${unique}${`${example}`.replace(/^.*(?=@)/, "")}`;
      this.newEmails.add(email);
      return email;
    }
    if (fresh === "tax id") return withCheckDigits(randomDigits(`${example}`.length - 2));
    // A smaller amount is large enough for the same splits.
    let amount = Number(example);
    while (this.#amounts.has(amount)) amount--;
    this.#amounts.add(amount);
    return amount;
  }

  #valueIn({ from, at }: Extract<Reference, { from: unknown }>): unknown {
    const value = valueAt(this.responseTo(from), at) ?? undefined;
    if (value !== undefined || !at.endsWith("/id")) return value;
    throw new Unresolved(`the response to ${from} has no id`);
  }

  /** Which card is declined only a sandbox of ours says in the examples. */
  #testCard({ testCard, example }: { testCard: TestCard; example: string }): string {
    const given = this.#options.testCards?.[testCard];
    if (given !== undefined) return given;
    if (testCard === "accepted" || isLoopback(new URL(this.#options.url).hostname)) return example;
    throw new Unresolved("it needs the number of a test card that the service declines");
  }

  #known(kind: string, writes: boolean): string {
    const { resources } = this.#options;
    if (kind === "customerWithoutAddress") {
      if (resources.customer && !valueAt(this.shown("customers.get"), "/data/address"))
        return resources.customer;
      throw new Unresolved("it needs a customer without an address: name one with --customer");
    }
    const named = (resources as Record<string, string | undefined>)[kind];
    const known = named ?? (writes ? undefined : this.#seen.get(kind));
    if (known !== undefined) return known;
    throw new Unresolved(
      writes || kind === "subaccount"
        ? `it needs a ${kind} that you name with --${kind}`
        : `the service has shown no ${kind}`,
    );
  }

  /** The most frequent value that not all items of a list show, or one of an item from which others differ only in one. */
  #valueInItems({ items, fields, part, beside }: ItemReference): string {
    const data = [valueAt(this.#responses.get(items), "/data") ?? []].flat().slice(0, MAX_ITEMS);
    const shown = (item: unknown, places: readonly string[]) =>
      places.map((at) => valueAt(item, at)).find((value) => value !== undefined);
    const pairs = data.map((item) => [shown(item, fields), shown(item, beside)] as const);
    const isText = (value: unknown) => isString(value) || typeof value === "number";
    const values = pairs.map(([value]) => value).filter(isText);
    const [first] = values;
    if (first === undefined)
      throw new Unresolved(`${items} returned no item with ${fields.join(" or ").slice(1)}`);
    if (part === "together") {
      const full = pairs.filter((pair) => pair.every(isText));
      const crossed = full.find(([a, b]) =>
        [true, false].every((isSame) =>
          pairs.some(([c, d]) => (a === c) === isSame && (b === d) !== isSame),
        ),
      );
      return `${(crossed ?? full[0])?.[0] ?? first}`;
    }
    const times = groupBy(values, (value) => value);
    const some = [...times.values()].filter(({ length }) => length < data.length);
    const [frequent = first] = some.toSorted((a, b) => b.length - a.length)[0] ?? [];
    if (part !== "half") return `${frequent}`;
    if (`${frequent}`.length < 2)
      throw new Unresolved(`${items} returned no value with two characters`);
    return `${frequent}`.slice(0, Math.ceil(`${frequent}`.length / 2));
  }
}

type FreshReference = Extract<Reference, { fresh: unknown }>;
type ItemReference = Extract<Reference, { items: unknown }>;

function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}
