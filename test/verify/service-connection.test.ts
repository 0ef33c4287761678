import { expect, test } from "vitest";
import type { Operation } from "../../src/contract/operations.ts";
import { ServiceConnection } from "../../src/verify/service/service-connection.ts";
import { operationsById } from "../sandbox/contract-examples.ts";
import { answering } from "./fake-service.ts";

test("a connection that is slowed down sends nothing after some time", async () => {
  const { url, requests } = await answering((_, response) => response.end("{}"));
  const connection = new ServiceConnection(url, 1000, new AbortController().signal);
  const operation = operationsById.get("payments.list") as Operation;
  const list = { operation, path: {}, query: {}, token: undefined };
  connection.patience = 0.15;
  connection.slowDown(0.1);
  await connection.send(list);
  await expect(connection.send(list)).rejects.toThrow("that a clean-up takes too long");
  expect(requests).toHaveLength(1);
});
