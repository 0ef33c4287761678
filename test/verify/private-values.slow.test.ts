import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, isString } from "../../src/contract/cursor.ts";
import {
  examples,
  httpMethodOf,
  jsonContent,
  operations,
  requestExamples,
  responses,
} from "../../src/contract/operations.ts";
import type { Report } from "../../src/verify/report/report.ts";
import { describeReport } from "../../src/verify/report/terminal.ts";
import { firstOf } from "../nightly.ts";
import { runHere } from "../run-command-line.ts";
import { service } from "../sandbox/contract-examples.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { rewriting } from "./fake-service.ts";

const NAME = "MariaJoana";
const NUMBER = 52_998_224_725;
const PRIVATE = /maria|joana|52998|1999-/i;

/** What a body shows at each place of a kind, in place of its own values. */
const LEAKS: Readonly<Record<string, (value: unknown) => unknown>> = {
  "the name of a field": (value) =>
    isObject(value) ? { ...value, [NAME]: NAME, [NUMBER]: "MARIA", joana: NUMBER } : value,
  "a word, such as a status": (value) =>
    isString(value) && /^[A-Za-z_]+$/.test(value) ? NAME : value,
  "a number, such as a return code": (value) => (typeof value === "number" ? NUMBER : value),
  "a text, such as an id": (value) => (isString(value) ? "Maria da Silva, 1999-01-02" : value),
  "a list": (value) => (Array.isArray(value) ? [NAME, NUMBER, { [NAME]: [NAME] }] : value),
};

function leaking(body: unknown, leak: (value: unknown) => unknown): unknown {
  const reviver = (key: string, value: unknown) => (key === "access_token" ? value : leak(value));
  return JSON.parse(JSON.stringify(body ?? null), reviver);
}

/** Each request and response that the contract shows as it is, and then with other values. */
function recording(leak: (value: unknown) => unknown): string {
  const entries = operations(service).flatMap((operation) => {
    const [request] = requestExamples(operation);
    const url = `https://pay.example${operation.pathItem.key.replaceAll(/\{\w+\}/g, NAME)}`;
    return responses(operation).flatMap(({ status, cursor }) =>
      examples(jsonContent(cursor)).flatMap((example) =>
        [(value: unknown) => value, leak].map((change) => {
          const sent = JSON.stringify(leaking(request?.at("value").value, change));
          const text = JSON.stringify(leaking(example.at("value").value, change));
          const postData = request && { postData: { text: sent } };
          const query = change === leak ? `?${NAME}=${NAME}&p${NUMBER}=1&limit=${NUMBER}` : "";
          return {
            request: { method: httpMethodOf(operation), url: `${url}${query}`, ...postData },
            response: { status: Number(status), content: { text } },
          };
        }),
      ),
    );
  });
  return JSON.stringify({ log: { entries } });
}

/** All that a person may see of a run: JSON, the page, and the lines of the terminal. Only made resources show their ids. */
async function everyReport(args: string[], env: Record<string, string> = {}): Promise<string> {
  const html = join(newFolder(), "report.html");
  const json = await runHere(["verify", ...args, "--json", "--html", html], env);
  const report = JSON.parse(json.stdout) as Report;
  expect(report.counts.contradicted + report.novelties.length).toBeGreaterThan(0);
  const lines = describeReport(report);
  const all = [json.stdout, json.stderr, ...lines, readFileSync(html, "utf8")];
  return all.join("\n").replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");
}

describe("in no report is a value that is", () => {
  const leaks = Object.entries(LEAKS);

  test.each(leaks)("%s of a recording", async (_, leak) => {
    const file = join(newFolder(), "traffic.har");
    writeFileSync(file, recording(leak));
    expect(await everyReport(["--har", file, "--url", "https://pay.example"])).not.toMatch(PRIVATE);
  });

  test.each(firstOf(2, leaks))("%s of a service", async (_, leak) => {
    const { url, env } = await rewriting((body) => JSON.stringify(leaking(JSON.parse(body), leak)));
    expect(await everyReport(["--url", url, "--write"], env)).not.toMatch(PRIVATE);
  });
});
