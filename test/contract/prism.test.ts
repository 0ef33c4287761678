import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { describe, expect, test } from "vitest";
import { requests } from "../mock/contract.ts";

/** Stock Prism, on the contract as it is published: what our mock does to it is not done here. */
const operations = await getHttpOperationsFromSpec("generated/openapi.yaml");
const config = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: true,
  upstreamProxy: undefined,
  mock: { dynamic: true },
} as const;
const prism = createInstance(config, { logger: createLogger("prism", { enabled: false }) });

describe("stock Prism makes up an answer, ten times of ten:", () => {
  test.each(requests)("$name", async ({ request }) => {
    const { operation, path, query, headers, body } = request;
    const url = operation.pathItem.key.replace(/\{(\w+)\}/g, (_, name) => String(path[name]));
    const sent = {
      method: operation.place.key as "get",
      url: { path: url, query },
      headers: { authorization: "Bearer any", ...headers },
      body,
    };
    const own = operations.filter(({ iid }) => iid === operation.id);
    for (let count = 0; count < 10; count++) {
      const result = await prism.request(sent, own, config)();
      expect(result).toMatchObject({ _tag: "Right", right: { output: { statusCode: 200 } } });
    }
  });
});
