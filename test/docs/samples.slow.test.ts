import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SANDBOX_URL } from "../../scripts/default-servers.ts";
import {
  mockAt,
  type Sample,
  samples,
  sandboxAt,
} from "../../scripts/docs/from-contract/code-samples.ts";
import { createCentavo } from "../../src/client/index.ts";
import {
  carriesFile,
  jsonContent,
  operations,
  requestExamples,
} from "../../src/contract/operations.ts";
import { problemsByFile } from "../compile-typescript.ts";
import { type Prism, startPrismMock } from "../prism.ts";
import { run } from "../run-command-line.ts";
import { control, service } from "../sandbox/contract-examples.ts";
import { call, folderForGuides, onSource, printedBy } from "./guide-examples.ts";
import { idsFor, startSandbox } from "./prepared-sandbox.ts";

const ofService = samples(service, mockAt());
const ofControl = samples(control, sandboxAt());
const folder = folderForGuides();

/** Answers with a file. */
const EXPORT = "state.export";

/** The samples in a language, with the names of their examples. */
const inLanguage = (all: readonly Sample[], language: Sample["language"]) =>
  all
    .filter((each) => each.language === language)
    .map((each) => [[each.operationId, each.example].filter(Boolean).join(" "), each] as const);

const PROGRAMS = ["TypeScript", "openapi-fetch", "fetch"] as const;
const isProgram = ({ language }: Sample) => PROGRAMS.some((each) => each === language);

/** Programs that run the samples of a language in one process, and give the status and the body that each printed. */
const IN_ONE_PROCESS = [
  {
    language: "Python",
    command: ["python3", "-c"],
    script: `
import ast, contextlib, io, json, sys
def printed_by(source):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(source, {})
    status, body = output.getvalue().split(" ", 1)
    return [int(status), ast.literal_eval(body)]
print(json.dumps([printed_by(each) for each in json.load(sys.stdin)]))`,
  },
  {
    language: "PHP",
    command: ["php", "-r"],
    script: `
function printedBy($source) {
    ob_start();
    eval("?>" . $source);
    [$status, $body] = explode(" ", ob_get_clean(), 2);
    return [(int) $status, json_decode($body)];
}
echo json_encode(array_map("printedBy", json_decode(stream_get_contents(STDIN))));`,
  },
] as const;

const contracts = [
  {
    ...{ name: "service", contract: service, all: ofService },
    languages: ["curl", ...PROGRAMS, "Python", "PHP"],
  },
  { name: "controls", contract: control, all: ofControl, languages: ["curl", "TypeScript"] },
] as const;

describe.each(contracts)("of the $name", ({ name, contract, all, languages }) => {
  test("every named request example has a sample in each language", () => {
    for (const language of languages) {
      // A client has no methods for files.
      const shown = operations(contract).filter(
        (operation) => language === "curl" || !carriesFile(operation),
      );
      const examples = shown.map((operation) => Math.max(1, requestExamples(operation).length));
      const expected = examples.reduce((sum, count) => sum + count, 0);
      expect(inLanguage(all, language)).toHaveLength(expected);
    }
  });

  test("every program compiles", () => {
    const samples = all.filter(isProgram);
    const files = samples.map(({ source }, index) => {
      const file = join(folder, `${name}-${index}-compiled.ts`);
      // A sample without imports would not be a module, and share its names with the others.
      writeFileSync(file, `${onSource(source)}\nexport {};\n`);
      return file;
    });
    const found = problemsByFile(files);
    const broken = samples
      .map(({ operationId, language }, index) => [
        operationId,
        language,
        found.get(`${files[index]}`),
      ])
      .filter(([, , problems]) => problems?.length !== 0);
    expect(samples.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });
});

describe("with the mock", () => {
  const documented = new Map(
    operations(service).map(({ id, cursor }) => {
      const examples = jsonContent(cursor.at("responses", "200")).at("examples").members();
      return [id, examples.map((each) => each.at("value").value)];
    }),
  );

  let prism: Prism;

  beforeAll(async () => {
    prism = await startPrismMock();
    vi.stubEnv("CENTAVO_URL", prism.url);
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await prism?.close();
  });

  describe.each(PROGRAMS)("in %s", (language) => {
    test.each(inLanguage(ofService, language))("%s runs", async (name, sample) => {
      const file = join(folder, `${language}-${name.replaceAll(/\W/g, "-")}.ts`);
      const printed = await printedBy(sample.source, file);
      expect(printed.length).toBeGreaterThan(0);
      // These print the whole response, also that to a request which was refused.
      const answers = documented.get(sample.operationId) ?? [];
      if (language === "openapi-fetch") expect(answers).toContainEqual(printed[0]?.[0]);
      if (language === "fetch") {
        expect(printed[0]?.[0]).toBe(200);
        expect(answers).toContainEqual(printed[0]?.[1]);
      }
    });
  });

  test.each(IN_ONE_PROCESS)("in $language all run", ({ language, command, script }) => {
    const all = inLanguage(ofService, language).map(([, sample]) => sample);
    const [program = "", ...args] = command;
    const input = JSON.stringify(all.map(({ source }) => source));
    const { stdout } = spawnSync(program, [...args, script], { input, encoding: "utf8" });
    const printed: [number, unknown][] = JSON.parse(stdout);
    expect(printed.map(([status]) => status)).toEqual(all.map(() => 200));
    for (const [index, { operationId }] of all.entries())
      expect(documented.get(operationId)).toContainEqual(printed[index]?.[1]);
  });

  test.each(inLanguage(ofService, "curl"))("in curl %s runs", async (_, { source }) => {
    const script = `${source} --silent --fail-with-body --max-time 30`;
    const { stdout } = await run(["bash", "-c", script], { env: { CENTAVO_URL: prism.url } });
    expect(JSON.parse(stdout)).toHaveProperty("data");
  });
});

describe("with the sandbox", () => {
  /** A sample with existing ids in place of those in the contract's examples. */
  async function withIds({ source, example }: Sample): Promise<string> {
    const ids = await idsFor(example);
    return ids.reduce((text, [of, id]) => text.replaceAll(of, id), source);
  }

  // The id of an invitation is another one in each sandbox.
  const sampled = ofControl.filter(({ operationId }) => operationId !== "invitations.revoke");

  test.each(inLanguage(sampled, "TypeScript"))("in TypeScript %s runs", async (name, sample) => {
    const prepared = JSON.stringify(resolve("test/docs/prepared-sandbox.ts"));
    const source = (await withIds(sample)).replace('"centavo/sandbox"', prepared);
    const file = join(folder, `${name.replaceAll(/\W/g, "-")}.ts`);
    const printed = await printedBy(source, file);
    expect(printed.length).toBeGreaterThan(0);
  });

  test.each(inLanguage(sampled, "curl"))("in curl %s runs", async (_, sample) => {
    const sandbox = await startSandbox();
    const { data } = await createCentavo({ baseUrl: sandbox.url, ...sandbox }).auth.createToken(
      sandbox,
    );
    const script = (await withIds(sample)).replace(SANDBOX_URL, sandbox.url);
    const headers = { authorization: `Bearer ${data.access_token}` };
    const state = await fetch(`${sandbox.url}/_sandbox/state`, { headers });
    writeFileSync(join(folder, "shop.ndjson"), await state.text());
    const replacing = script.replace("/_sandbox/state", "/_sandbox/state?replace=true");

    const response = await call(`cd ${folder}\n${replacing}`, folder, { TOKEN: data.access_token });

    const body = sample.operationId === EXPORT ? expect.any(String) : { data: expect.anything() };
    expect(response).toMatchObject({ status: "200", body });
    await sandbox.close();
  });
});
