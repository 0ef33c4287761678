import { createCentavo, createCentavoFetch, createFetch } from "centavo";
import { type OptionError, type Sandbox, type SandboxOptions, startSandbox } from "centavo/sandbox";
import { createTestCompany, type TestCompany } from "centavo/testing";
import { createTest } from "centavo/testing/vitest";
import { expect, expectTypeOf, onTestFinished, test, vi } from "vitest";

// What the guides, the skill and the examples showed while startSandbox was the only sandbox. It has to compile, and to use
// the socket of the sandbox, except that createControl takes an object.

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Programs against a sandbox with a server. */
const programs: Record<string, (sandbox: Sandbox) => Promise<unknown>> = {
  "a client from the spread sandbox": (sandbox) =>
    createCentavo({ baseUrl: sandbox.url, ...sandbox }).payments.list(),
  "a client by path": (sandbox) =>
    createCentavoFetch({ baseUrl: sandbox.url, ...sandbox }).GET("/payments"),
  "a fetch": (sandbox) =>
    createFetch({ baseUrl: sandbox.url, ...sandbox })(`${sandbox.url}/payments`),
  "a test's company": async (sandbox) => {
    const company: TestCompany = await createTestCompany(sandbox, { feePercentage: 3.5 });
    onTestFinished(() => company.close());
    return company.centavo.payments.list();
  },
};

test.each(Object.entries(programs))("%s calls the sandbox by its socket", async (_, program) => {
  const sandbox = await start({ clock: "2026-03-02T12:00:00Z", seed: "checkout" });
  const calls = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => calls.mockRestore());
  await program(sandbox);
  const origins = calls.mock.calls.map(
    ([input]) => new URL(input instanceof Request ? input.url : input).origin,
  );
  expect(new Set(origins)).toEqual(new Set([sandbox.url]));
});

test("its types have what they had, and a program that takes a server's sandbox takes no other", () => {
  expectTypeOf<Sandbox>().not.toHaveProperty("fetch");
  expectTypeOf<Sandbox["settled"]>().returns.resolves.toBeVoid();
  expectTypeOf<Sandbox>().toExtend<{ url: string; inspectorUrl: string; isNew: boolean }>();
  expectTypeOf(createTest({ clock: "2026-01-31T12:00:00Z" })).toBeFunction();
  expectTypeOf<OptionError>().toExtend<Error>();
});
