import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/contract/cursor.ts";
import { changedAt } from "../../../src/contract/json-pointer.ts";
import {
  httpMethodOf,
  isPublic,
  nameOf,
  type Operation,
  parametersIn,
  requestExamples,
  requestSchema,
} from "../../../src/contract/operations.ts";
import { amountOutcomes, cardOutcomes } from "../../../src/sandbox/domain/test-outcomes.ts";
import { matchSchema } from "../../../src/verify/match-schema.ts";
import { type Link, links, passedOn, type RequestParts } from "../../contract/links.ts";
import { seedNumber } from "../../nightly.ts";
import { openShop, type Shop } from "../company-fixture.ts";
import { body, operationsById } from "../contract-examples.ts";
import {
  all,
  coverable,
  covered,
  isControl,
  isRead,
  kindOf,
  Model,
  nextSteps,
  tagOf,
} from "./model.ts";

/** Values of fields that lead elsewhere than those of the examples. */
const leading: Record<string, unknown[]> = {
  cardNumber: [...cardOutcomes.map(({ cardNumber }) => cardNumber), undefined],
  amount: [100, ...amountOutcomes.map(({ amount }) => amount), undefined],
  days: [400, undefined],
  duration: [1, undefined],
  // A card pays for its customer alone, whom the document names.
  document: [body("payments.create", "tokenizedCard").customerData.document],
};

/** Which of what there is a call uses. */
const choice = fc.record({
  link: fc.nat(23),
  place: fc.nat(9),
  example: fc.nat(5),
  value: fc.nat(23),
});
type Choice = Record<"place" | "example" | "value", number> & { link?: number };

const NOTHING: RequestParts = { path: {}, query: {}, header: {} };

/** A call of an operation, to which a link leads, or the control of something that is there. */
class Call implements fc.AsyncCommand<Model, Shop> {
  readonly #operation: Operation;
  readonly #choice: Choice;
  #told = "";

  constructor(operation: Operation, choice: Choice) {
    this.#operation = operation;
    this.#choice = choice;
  }

  check(model: Readonly<Model>): boolean {
    return this.#plan(model) !== undefined;
  }

  async run(model: Model, shop: Shop): Promise<void> {
    const { link, parts } = this.#plan(model) ?? { parts: NOTHING };
    const operation = this.#operation;
    this.#told = `${operation.id}${link ? ` after ${link.from.id}` : ""} ${JSON.stringify(parts)}`;
    const { status, returnCode = "" } = await model.send(shop, { operation, parts });
    this.#told += `: ${status} ${returnCode}`;
    if (link && status === 200) covered.add(link.name);
  }

  /** What is told is of one run. */
  [fc.cloneMethod](): Call {
    return new Call(this.#operation, this.#choice);
  }

  toString(): string {
    return `\n${this.#told}`;
  }

  /** The request, and the link that it follows. Undefined where what it needs is not there. */
  #plan(model: Readonly<Model>): { link?: Link | undefined; parts: RequestParts } | undefined {
    const operation = this.#operation;
    const { link: way, place } = this.#choice;
    const given = links
      .filter(({ to }) => to === operation)
      .map((link) => ({ link, passed: passedOnBy(link, model) }))
      .filter(({ passed }) => passed.length > 0);
    const own = beginnings.includes(operation) ? [{ link: undefined, passed: [NOTHING] }] : [];
    const open = given.filter(({ link }) => wanted.has(link.name));
    const ways = open.length > 0 ? open : [...given, ...own];
    const { link, passed = [] } = (way === undefined ? own[0] : at(ways, way)) ?? {};
    const start = at(passed, place);
    const parts = start && this.#complete(model, start);
    return parts && { link, parts };
  }

  /** Adds to what a link passes on what else the operation needs. */
  #complete(model: Readonly<Model>, given: RequestParts): RequestParts | undefined {
    const { example: which, place, value } = this.#choice;
    const passed = Object.keys(given.body ?? {});
    const shown = examples
      .get(this.#operation)
      ?.filter(({ body }) => passed.every((name) => name in body));
    const example = at(shown ?? [], which);
    const living = [...model.resources].filter(([, { seen }]) => seen);
    const known = (kind: string) =>
      at(
        living.filter(([, each]) => each.kind === kind),
        place,
      )?.[0];
    const subaccount = known("subaccount");
    const header = parametersIn(this.#operation, "header").map((each) => [
      nameOf(each),
      subaccount,
    ]);
    // Half of the statuses that are set may follow the one there is.
    const possible = living
      .filter(([, { kind }]) => kind === kindOf(this.#operation) && value % 2 === 1)
      .flatMap(([id, each]) => nextSteps(each).map(({ name, to }) => ({ id, name, to })));
    const open = possible.filter(({ name }) => wanted.has(name));
    const step = example && at(open.length > 0 ? open : possible, place);
    const path = parametersIn(this.#operation, "path").map((each) => [
      nameOf(each),
      step?.id ?? known(kindOf(this.#operation)),
    ]);
    const changes = (example?.fields ?? [])
      .filter(({ at }) => !passed.includes(at.slice(1)))
      .map(
        ({ at: pointer, kind, values, isStatus }) =>
          [
            pointer,
            kind ? known(kind) : isStatus && step ? step.to : at(values, value),
            kind,
          ] as const,
      );
    if (changes.some(([, value, kind]) => kind && value === undefined)) return undefined;
    const body = changes.reduce<unknown>(
      (whole, [pointer, value]) => (value === undefined ? whole : changedAt(whole, pointer, value)),
      example?.body,
    );
    const whole = { ...Object.fromEntries(path), ...given.path };
    if (Object.values(whole).includes(undefined)) return undefined;
    return {
      path: whole,
      query: given.query,
      header: { ...(subaccount && value % 2 && Object.fromEntries(header)), ...given.header },
      body: example && { ...(body as JsonObject), ...given.body },
    };
  }
}

/** What a link passes on from each exchange of which it can be followed. */
function passedOnBy(link: Link, { exchanges }: Readonly<Model>): RequestParts[] {
  return exchanges
    .filter(({ operation }) => operation === link.from)
    .slice(-10)
    .map((exchange) => passedOn(link, exchange))
    .filter(
      ({ path, body = {} }) =>
        parametersIn(link.to, "path").every((each) => nameOf(each) in path) &&
        !Object.values(body).includes(undefined),
    );
}

/** The bodies that the contract shows for an operation, with the fields of which others are to be tried. */
function examplesOf(operation: Operation) {
  return requestExamples(operation).map((example) => {
    const body = example.at("value").value as JsonObject;
    const fields = matchSchema(requestSchema(operation), body)
      .visits.filter(({ value }) => value !== undefined)
      .flatMap(({ at, schema }) => {
        const kind = schema.at("x-refers-to").value as string | undefined;
        const name = at.slice(at.lastIndexOf("/") + 1);
        const isStatus = schema.at("x-transitions").exists;
        const statuses = schema.at("enum").value as string[];
        const others = Object.hasOwn(leading, name) ? (leading[name] ?? []) : [];
        const values = isStatus ? [...statuses, undefined] : others;
        return kind || values.length > 0 ? [{ at, kind, values, isStatus }] : [];
      });
    return { body, fields };
  });
}

const examples = new Map(all.map((each) => [each, examplesOf(each)]));

/** The last ones first. */
function at<Value>(values: readonly Value[], place: number): Value | undefined {
  return values.at(-1 - (place % values.length));
}

const tags = new Set(all.filter((each) => !isControl(each)).map(tagOf));

/** What needs no link: what names nothing in its path, and the controls of the service's resources and of the clock. */
const beginnings = all.filter((each) => {
  if (isControl(each))
    return httpMethodOf(each) !== "GET" && (tags.has(tagOf(each)) || each.id === "clock.advance");
  return !isPublic(each) && parametersIn(each, "path").length === 0;
});

/** The links and steps that no walk before has covered. */
let wanted = new Set<string>();

/** How often an operation is called, compared to others: by the links that lead to it, and by its examples. */
function weightOf(operation: Operation): number {
  const leading = links.filter(({ to }) => to === operation);
  const open = leading.filter(({ name }) => wanted.has(name));
  const isEvent = /\.setStatus$|^clock\.advance$/.test(operation.id);
  const own = beginnings.includes(operation)
    ? Math.max(1, examples.get(operation)?.length ?? 0)
    : 0;
  return leading.length + 15 * open.length + own + (isEvent ? 8 : 0);
}

/** What each walk begins with, so that most links lead somewhere: calls with these examples. */
const furniture = [
  ["customers.create", "customer"],
  ["cards.tokenize", "card"],
  ["subscriptions.create", "twelveCycles"],
  ["subscriptions.create", "lifelong"],
  ["subaccounts.createPf", "pf"],
  ["subaccounts.setStatus", "approved"],
  ["subaccounts.createPj", "pj"],
  ["subaccounts.setStatus", "approved"],
  ["payments.create", "billet"],
  ["payments.create", "cardWithSplits"],
  ["payments.create", "pix"],
  ["payments.setStatus", "paid"],
  ["withdrawals.create", "pix"],
] as const;

async function furnished(): Promise<{ model: Model; real: Shop }> {
  const [model, real] = [new Model(), await openShop()];
  for (const [id, name] of furniture) {
    const operation = operationsById.get(id) as Operation;
    const example = requestExamples(operation)
      .toReversed()
      .findIndex(({ key }) => key === name);
    await new Call(operation, { place: 0, example, value: 0 }).run(model, real);
  }
  return { model, real };
}

function walk() {
  const commands = all
    .filter((each) => !isRead(each))
    .flatMap((each) => Array<Operation>(weightOf(each)).fill(each))
    .map((operation) => choice.map((chosen) => new Call(operation, chosen)));
  return fc.asyncProperty(fc.commands(commands, { maxCommands: 100, size: "max" }), (calls) =>
    fc.asyncModelRun(furnished, calls),
  );
}

const missing = () => coverable.filter((each) => !covered.has(each));

test("whoever follows the links finds what the contract says", {
  timeout: 60 * 60_000,
  // A second try would begin with the coverage of the first.
  retry: 0,
}, async () => {
  // They go on until each link was followed and each step taken.
  for (let round = 0; round < 20 || (round < 150 && missing().length > 0); round++) {
    wanted = new Set(missing());
    // It looks for a shorter way to a failure no longer than this.
    const limit = { interruptAfterTimeLimit: 2 * 60_000 };
    await fc.assert(walk(), { seed: seedNumber + round, numRuns: 3, ...limit });
  }
  expect(missing()).toEqual([]);
});
