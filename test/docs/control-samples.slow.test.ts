import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { SANDBOX_URL } from "../../scripts/default-servers.ts";
import { type Sample, samples, sandboxAt } from "../../scripts/docs/code-samples.ts";
import { createCentavo } from "../../src/client/index.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { isList, operations, requestExamples } from "../../src/contract/operations.ts";
import { call, folderForGuides, printedBy } from "./guide-examples.ts";
import { idsFor, startSandbox } from "./prepared-sandbox.ts";

const contract = Cursor.root(JSON.parse(readFileSync("generated/sandbox-control.json", "utf8")));
const all = samples(contract, sandboxAt());
const inLanguage = (language: Sample["language"]) =>
  all
    .filter((each) => each.language === language)
    .map((each) => [[each.operationId, each.example].filter(Boolean).join(" "), each] as const);

const folder = folderForGuides();

const lists = operations(contract)
  .filter(isList)
  .map(({ id }) => id);

/** A sample with existing ids in place of those in the contract's examples. */
async function withIds({ source, example }: Sample): Promise<string> {
  const ids = await idsFor(example);
  return ids.reduce((text, [of, id]) => text.replaceAll(of, id), source);
}

test("every named request example has a sample in each language", () => {
  const expected = operations(contract).reduce(
    (sum, operation) => sum + Math.max(1, requestExamples(operation).length),
    0,
  );
  expect(inLanguage("curl")).toHaveLength(expected);
  expect(inLanguage("TypeScript")).toHaveLength(expected);
});

/** A list prints each of its items. The others are requests and events, of which there are several. */
const PREPARED: Record<string, number> = {
  "postbacks.list": 2,
  "cards.list": 1,
  "subaccounts.listWithIds": 1,
};

describe("in TypeScript", () => {
  test.each(inLanguage("TypeScript"))("%s runs", async (name, sample) => {
    const prepared = JSON.stringify(resolve("test/docs/prepared-sandbox.ts"));
    const source = (await withIds(sample)).replace('"centavo/sandbox"', prepared);
    const file = join(folder, `${name.replaceAll(/\W/g, "-")}.ts`);
    const printed = await printedBy(source, file);
    if (!lists.includes(sample.operationId)) expect(printed).toHaveLength(1);
    else if (sample.operationId in PREPARED)
      expect(printed).toHaveLength(PREPARED[sample.operationId] ?? 0);
    else expect(printed.length).toBeGreaterThan(2);
  });
});

test.each(inLanguage("curl"))("in curl %s runs", async (_, sample) => {
  const sandbox = await startSandbox();
  const { data } = await createCentavo({ baseUrl: sandbox.url, ...sandbox }).auth.createToken(
    sandbox,
  );
  const script = (await withIds(sample)).replace(SANDBOX_URL, sandbox.url);

  const response = await call(script, folder, { TOKEN: data.access_token });

  expect(response).toMatchObject({ status: "200", body: { data: expect.anything() } });
  await sandbox.close();
});
