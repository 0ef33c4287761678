import { expect, test } from "vitest";
import { isObject } from "../../../src/contract/cursor.ts";
import { isList, operations } from "../../../src/contract/operations.ts";
import { shownBy } from "../../mock/requests-from-examples.ts";
import { send } from "../../mock/send-request.ts";
import { documents, openSandbox } from "../company-fixture.ts";
import { changed, control, service } from "../contract-examples.ts";

const MARK = "nobody-knows-this";
/** Names like `__proto__` are ordinary ones. */
const UNKNOWN = JSON.parse(
  `{"unknown":"${MARK}","id":"${MARK}","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
);

/** A body with something unknown in each of its objects. A status is unknown in the service's alone. */
function marked(value: unknown, more: object): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, more));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, marked(member, more)]);
  return { ...UNKNOWN, ...more, ...Object.fromEntries(members) };
}

const shown = [
  ...operations(service)
    .flatMap(shownBy)
    .map((one) => ({ ...one, more: { status: MARK } })),
  ...operations(control)
    .flatMap(shownBy)
    .map((one) => ({ ...one, more: {} })),
];

const lists = operations(service).filter(isList).flatMap(shownBy);

/** Without those that the examples leave nothing to do for: payments and postbacks that are done. */
const sent = shown.filter(
  ({ name, request }) => request.body !== undefined && !/setStatus|delay|report/.test(name),
);

test.each(sent)("$name ignores unknown fields anywhere", async ({ name, request, more }) => {
  const shop = await openSandbox({ examples: true });
  // The examples have a customer of the document that the example of a new one shows.
  const change = name.startsWith("customers.create") ? { document: documents.cpf } : {};
  const headers = { authorization: `Bearer ${await shop.token()}` };
  const own = { ...request, headers: {}, body: marked(changed(request.body, change), more) };
  const answered = await send(shop.url, own, headers);
  expect(answered).toMatchObject({ status: 200 });
  const read = await Promise.all(
    lists.map((list) => send(shop.url, { ...list.request, query: {}, headers: {} }, headers)),
  );
  const responses = JSON.stringify([answered, ...read]);
  expect(responses).not.toContain(MARK);
  expect(responses).not.toContain("unknown");
  expect({}).not.toHaveProperty("polluted");
});
