import { beforeAll, expect, test } from "vitest";
import { requestOf } from "../../docs/.vitepress/sandbox/next-moves.ts";
import { sentOf, type TryableCall } from "../../docs/.vitepress/sandbox/sent-call.ts";
import { tasks } from "../../docs/.vitepress/sandbox/tasks.ts";
import { mockAt, samples, sandboxAt } from "../../scripts/docs/from-contract/code-samples.ts";
import { operationPages } from "../../scripts/docs/from-contract/operation-pages.ts";
import { samplesOfSent } from "../../scripts/docs/from-contract/sent-samples.ts";
import { unescapeHtml } from "../../scripts/docs/html.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const common = { assumptions: new Set<string>(), guides: {}, workflows: new Map() };
const targets = { operations: mockAt(), controls: sandboxAt() };
const calls = [
  { contract: service, folder: "operations" as const },
  { contract: control, folder: "controls" as const },
]
  .flatMap((site) =>
    operationPages({ ...site, ...common, reference: "", server: targets[site.folder] }),
  )
  .flatMap(({ source }) =>
    [...source.matchAll(/data-call="([^"]*)"/g)].map(([, data = ""]) => {
      const call = JSON.parse(unescapeHtml(data)) as TryableCall;
      return [call.id, call] as const;
    }),
  );
const written = [...samples(service, targets.operations), ...samples(control, targets.controls)];

/** What a form sends whose values nobody has changed, with the ids that it got. */
function asItComes(call: TryableCall, ids: Record<string, string> = {}) {
  const parameters = call.parameters.map((each) => ({
    ...each,
    value: ids[each.name] ?? each.value,
  }));
  const [example] = call.bodies;
  return sentOf(call, parameters, example?.body, example?.name);
}

let start: string;

beforeAll(async () => {
  await tasks.open({ state: null });
  start = await tasks.save({ withKeys: true });
});

test.each(calls)("the form of %s, sent as it comes, succeeds", async (_, call) => {
  await tasks.open({ state: start });
  const ids = await tasks.prepare([call.id, ...call.parameters.map(({ name }) => name)]);
  const { response } = await tasks.send(requestOf(asItComes(call, ids)));
  expect(response.status, new TextDecoder().decode(response.body)).toBe(200);
});

const readable = calls.flatMap(([id, call]) =>
  call.answers.map((answer) => [id, answer.name, call, answer.id] as const),
);

test("the pages that read one of several examples are found", () => {
  const names = readable.map(([id, name]) => `${id} ${name}`);
  expect(names).toEqual(expect.arrayContaining(["payments.get pix", "subaccounts.get pj"]));
});

test.each(readable)("%s reads the chosen example: %s", async (_, name, call, id) => {
  await tasks.open({ state: start });
  const [parameter] = call.parameters.filter(({ in: place }) => place === "path");
  const sent = asItComes(call, { [parameter?.name ?? ""]: id });
  const { response } = await tasks.send(requestOf(sent));
  const { data } = JSON.parse(new TextDecoder().decode(response.body));
  expect(data.id, name).toBe(id);
});

test.each(calls)("the code of %s, as it comes, is what its page shows", (id, call) => {
  const sent = asItComes(call);
  const shown = written.filter((each) => each.operationId === id && each.example === sent.example);
  const sources = samplesOfSent(call, sent).map(({ language, source }) => [language, source]);
  expect(sources).toEqual(shown.map(({ language, source }) => [language, source]));
});

test("a changed value is in the code of each language", () => {
  const [, call] = calls.find(([id]) => id === "withdrawals.list") ?? [];
  if (!call) throw new Error("There is no such form.");
  const changed: Record<string, string> = { limit: "7", "x-subaccount-id": "0d6f8b21" };
  const codes = samplesOfSent(call, asItComes(call, changed));
  expect(codes).toHaveLength(6);
  for (const { source } of codes)
    for (const [name, value] of Object.entries(changed)) {
      expect(source).toMatch(new RegExp(`${name}\\W.*${value}`));
    }
});

test("a value of the path is in the code of each language as it is sent", () => {
  const [, call] = calls.find(([id]) => id === "payments.get") ?? [];
  if (!call) throw new Error("There is no such form.");
  const value = 'a b"$(x)$&/?';
  const sent = asItComes(call, { paymentId: value });
  const codes = samplesOfSent(call, sent).map(({ source }) => source);
  const byValue = codes.filter((source) => source.includes(JSON.stringify(value)));
  const byPath = codes.filter((source) => source.includes(requestOf(sent).path));
  expect(byPath).toHaveLength(4);
  expect([...byPath, ...byValue].toSorted()).toEqual(codes.toSorted());
});

test("a request comes with what happened because of it, and what can follow", async () => {
  await tasks.open({ state: null });
  const [, call] = calls.find(([id]) => id === "payments.create") ?? [];
  if (!call) throw new Error("There is no such form.");
  const { response, events, postbacks } = await tasks.send(requestOf(asItComes(call)));
  const { data } = JSON.parse(new TextDecoder().decode(response.body));
  expect(data.status).toBe("PENDING");
  expect(events.map(({ type }) => type)).toContain("status.changed");
  expect(postbacks).toEqual([
    expect.objectContaining({ resourceId: data.id, status: "DELIVERED" }),
  ]);
});

test("exports that overlap are all whole", async () => {
  await tasks.open({ state: null });
  const states = await Promise.all(Array.from({ length: 6 }, () => tasks.save({ withKeys: true })));
  for (const state of states)
    expect(await tasks.open({ state })).toMatchObject({ isRefused: false });
});

test("a state that is none gives way to the examples, which is said", async () => {
  expect(await tasks.open({ state: "{}" })).toMatchObject({ isRefused: true });
  const request = { method: "GET", path: "/payments", headers: {}, body: null };
  expect((await tasks.fetch(request)).status).toBe(200);
});
