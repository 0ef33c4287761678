import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readWorkflows } from "../../scripts/workflows/read-workflows.ts";
import { operations } from "../../src/contract/operations.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import { isNightly } from "../nightly.ts";
import { startPrismMock } from "../prism.ts";
import { service } from "../sandbox/contract-examples.ts";
import { startBreakingProxy } from "./breaking-proxy.ts";
import { CRITERION, runRespect } from "./run-respect.ts";

const files = readWorkflows();
const all = files.flatMap(({ workflows }) => workflows.map(({ workflowId }) => workflowId)).sort();

type Workflow = (typeof files)[number]["workflows"][number];

function calls({ steps }: Workflow, operationId: string): boolean {
  return steps.some(({ operation }) => operation.id === operationId);
}

/** At night each operation is broken once. */
const broken = operations(service).filter(({ id }) => isNightly || id === "payments.refund");

describe("redocly respect", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test("runs every workflow against the sandbox", async () => {
    const results = await runRespect(files, { service: sandbox.url, sandbox: sandbox.url });
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(passedIn(results)).toEqual(all);
  });

  test("sends nothing that the mock of the contract rejects", async () => {
    const mocks = [startPrismMock(), startPrismMock("generated/sandbox-control.yaml")] as const;
    const [mock, control] = await Promise.all(mocks);
    onTestFinished(async () => {
      await Promise.all([mock.close(), control.close()]);
    });
    // The mock has no state, so that what the criteria say of amounts and states does not hold.
    const flag = "--severity=SUCCESS_CRITERIA_CHECK=off";
    const results = await runRespect(files, { service: mock.url, sandbox: control.url }, flag);
    const rejected = results
      .flatMap(({ failures }) => failures)
      .filter(({ name, condition }) => name !== CRITERION || condition === "$statusCode == 200");
    expect(rejected).toEqual([]);
    expect(passedIn(results)).toEqual(all);
  });

  test.each(broken)(
    "fails each workflow that calls $id when its handler is broken",
    async (operation) => {
      const { id } = operation;
      const affected = files.filter(({ workflows }) => workflows.some((one) => calls(one, id)));
      const proxy = await startBreakingProxy(sandbox.url, operation);
      const results = await runRespect(affected, { service: proxy.url, sandbox: sandbox.url });
      expect(proxy.problems).toEqual([]);
      const calling = affected.flatMap(({ workflows }) =>
        workflows.filter((one) => calls(one, id)),
      );
      const passed = passedIn(results);
      expect(calling).not.toEqual([]);
      expect(calling.filter(({ workflowId }) => passed.includes(workflowId))).toEqual([]);
    },
  );
});

/** The workflows that passed. */
function passedIn(results: Awaited<ReturnType<typeof runRespect>>): string[] {
  return results.flatMap(({ workflowId, passed }) => (passed ? workflowId : [])).sort();
}
