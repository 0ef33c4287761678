import { afterAll, beforeAll, expect, test } from "vitest";
import { sendCall, type TryableCall } from "../../docs/.vitepress/theme/try-it.ts";
import { mockAt, sandboxAt } from "../../scripts/docs/from-contract/code-samples.ts";
import { operationPages } from "../../scripts/docs/from-contract/operation-pages.ts";
import { unescapeHtml } from "../../scripts/docs/html.ts";
import { startTriedSandbox, type TriedSandbox } from "../../scripts/docs/try-it-sandbox.ts";
import { createCentavo } from "../../src/client/index.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const common = { assumptions: new Set<string>(), guides: {}, workflows: new Map() };
const calls = [
  { contract: service, folder: "operations" as const, reference: "", server: mockAt() },
  { contract: control, folder: "controls" as const, reference: "", server: sandboxAt() },
]
  .flatMap((site) => operationPages({ ...site, ...common, hasSandbox: true }))
  .flatMap(({ file, source }) => {
    const [, data] = source.match(/data-call="([^"]*)"/) ?? [];
    return data ? [[file, JSON.parse(unescapeHtml(data)) as TryableCall] as const] : [];
  });

let sandbox: TriedSandbox;
let start: string;

beforeAll(async () => {
  sandbox = await startTriedSandbox();
  start = (await sandbox.control.snapshots.create()).data.snapshotId;
});
afterAll(() => sandbox.close());

test.each(calls)(
  "the form of %s, sent as it comes, succeeds in the sandbox of the docs",
  async (_, call) => {
    await sandbox.control.snapshots.restore(start);
    const { data } = await createCentavo({ baseUrl: sandbox.url, ...sandbox }).auth.createToken(
      sandbox,
    );

    const answer = await sendCall(sandbox.url, call, {
      parameters: call.parameters.map((each) => ({
        ...each,
        value: sandbox.ids[each.name] ?? each.value,
      })),
      body: call.bodies[0] && JSON.stringify(call.bodies[0].body),
      token: call.isPublic ? undefined : data.access_token,
    });

    expect(answer.summary, answer.body).toMatch(/^200,/);
  },
);
