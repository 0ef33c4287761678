import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readWorkflows } from "../../scripts/workflows/read-workflows.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { operations } from "../../src/contract/operations.ts";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startPrismMock } from "../prism.ts";
import { sampleOf } from "../sample.ts";
import { startBreakingProxy, wrongValueAt } from "./breaking-proxy.ts";
import { CRITERION, runRespect } from "./run-respect.ts";
import { wrongValues } from "./wrong-response-values.ts";

const files = readWorkflows();
const names = files.map(({ name }) => name);
const service = operations(Cursor.root(readContract()));

function filesThatCall(operationId: string): typeof files {
  return files.filter(({ workflows }) =>
    workflows.some(({ steps }) => steps.some(({ operation }) => operation.id === operationId)),
  );
}

describe("redocly respect", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test("runs every workflow against the sandbox", async () => {
    const { url } = sandbox;
    const results = await runRespect(names, { service: url, sandbox: url });
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(files.flatMap(({ workflows }) => workflows).length);
  });

  test("sends nothing that the mock of the contract rejects", async () => {
    const [mock, control] = await Promise.all([
      startPrismMock(),
      startPrismMock("generated/sandbox-control.yaml"),
    ]);
    onTestFinished(async () => {
      await Promise.all([mock.close(), control.close()]);
    });
    // The mock has no state, so that what the criteria say of amounts and states does not hold.
    const results = await runRespect(names, { service: mock.url, sandbox: control.url }, [
      "--severity=SUCCESS_CRITERIA_CHECK=off",
    ]);
    const failures = results.flatMap(({ failures }) => failures);
    const rejected = failures.filter(
      ({ name, condition }) => name !== CRITERION || condition === "$statusCode == 200",
    );
    expect(rejected).toEqual([]);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(files.flatMap(({ workflows }) => workflows).length);
  });

  test.each(sampleOf(service).map((operation) => [operation.id, operation] as const))(
    "fails each workflow that calls %s when its handler is broken",
    async (operationId, operation) => {
      const proxy = await startBreakingProxy(sandbox.url, operation);
      const affected = filesThatCall(operationId);
      expect(affected).not.toEqual([]);
      const results = await runRespect(
        affected.map(({ name }) => name),
        { service: proxy.url, sandbox: sandbox.url },
      );
      expect(proxy.problems).toEqual([]);
      const calling = affected
        .flatMap(({ workflows }) => workflows)
        .filter(({ steps }) => steps.some(({ operation: { id } }) => id === operationId))
        .map(({ workflowId }) => workflowId);
      const passed = results.filter((result) => result.passed).map(({ workflowId }) => workflowId);
      expect(calling.filter((workflowId) => passed.includes(workflowId))).toEqual([]);
    },
  );

  test.each(sampleOf(wrongValues))(
    "fails a workflow when $operationId responds with a wrong $pointer",
    async ({ operationId, pointer, value }) => {
      const operation = service.find(({ id }) => id === operationId);
      if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
      const proxy = await startBreakingProxy(sandbox.url, operation, wrongValueAt(pointer, value));
      const results = await runRespect(
        filesThatCall(operationId).map(({ name }) => name),
        { service: proxy.url, sandbox: sandbox.url },
      );
      expect(proxy.problems).toEqual([]);
      const ofField = results
        .flatMap(({ failures }) => failures)
        .filter(({ name, message }) => name === CRITERION && message.includes(`#${pointer}`));
      expect(ofField).not.toEqual([]);
    },
  );
});
