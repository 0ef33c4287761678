import { expect, test } from "vitest";
import type { Fault } from "../../../generated/sandbox-control-types.ts";
import { faultFor } from "../../../src/sandbox/domain/fault-matching.ts";

// All but their chance is tested in ../requests/faults.test.ts.

const ofAll: Fault = { latency: 10 };
const sometimes: Fault = { status: 500, probability: 0.3 };

test.each([
  [0, sometimes],
  [0.299, sometimes],
  // Where its chance is not drawn, it is the next one.
  [0.3, ofAll],
])("a fault has a chance of 0.3: where %f is drawn, it is %j that hits", (drawn, hit) => {
  expect(faultFor([sometimes, ofAll], "payments.get", () => drawn)).toBe(hit);
});

test("the first fault of several for an operation hits", () => {
  const ofCreate: Fault = { operationId: "payments.create", status: 503 };
  expect(faultFor([ofCreate, ofAll], "payments.create", () => 0)).toBe(ofCreate);
  expect(faultFor([ofAll, ofCreate], "payments.create", () => 0)).toBe(ofAll);
});
