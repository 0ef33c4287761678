import { expect, onTestFinished, test } from "vitest";
import { startMock } from "../../src/mock/index.ts";
import { startPrismMock } from "../prism.ts";
import { runHere } from "../run-command-line.ts";
import { body } from "../sandbox/contract-examples.ts";

const { publicKey, privateKey } = body("auth.createToken", "keys");
const env = { CENTAVO_PUBLIC_KEY: publicKey, CENTAVO_PRIVATE_KEY: privateKey };

test.each([
  ["Prism", startPrismMock],
  ["our own", startMock],
])("a mock, as %s is, is recognized before the run, which decides nothing", async (_, start) => {
  const mock = await start();
  onTestFinished(mock.close);
  for (const more of [[], ["--write"]]) {
    const run = await runHere(["verify", "--json", "--url", mock.url, ...more], env);
    const { counts, requests, stopped, made } = JSON.parse(run.stdout);
    expect([run.status, counts.held, counts.contradicted, made]).toEqual([0, 0, 0, []]);
    expect(requests).toBeLessThan(12);
    expect(stopped).toMatch(/ as a mock does, /);
  }
});
