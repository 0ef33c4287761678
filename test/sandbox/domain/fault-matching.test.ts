import { describe, expect, test } from "vitest";
import type { Fault } from "../../../generated/sandbox-control-types.ts";
import { afterFault, faultFor } from "../../../src/sandbox/domain/fault-matching.ts";

const ofAll: Fault = { latency: 10 };
const ofCreate: Fault = { operationId: "payments.create", status: 503 };
const sometimes: Fault = { status: 500, probability: 0.3 };

describe("the fault that hits a call", () => {
  test("is the first for its operation, or for all operations", () => {
    const hit = (faults: Fault[], id: string) => faultFor(faults, id, () => 0);
    expect(hit([ofCreate, ofAll], "payments.create")).toBe(ofCreate);
    expect(hit([ofCreate, ofAll], "payments.get")).toBe(ofAll);
    expect(hit([ofAll, ofCreate], "payments.create")).toBe(ofAll);
    expect(hit([ofCreate], "payments.get")).toBeUndefined();
    expect(hit([], "payments.get")).toBeUndefined();
  });

  test.each([
    [0, sometimes],
    [0.299, sometimes],
    // Where its chance is not drawn, it is the next one.
    [0.3, ofAll],
    [0.999, ofAll],
  ])("has a chance of 0.3: where %f is drawn it is %j", (drawn, hit) => {
    expect(faultFor([sometimes, ofAll], "payments.get", () => drawn)).toBe(hit);
  });

  test("draws a number only for a fault with a probability and of the operation", () => {
    let draws = 0;
    const draw = () => {
      draws += 1;
      return 1;
    };
    faultFor([ofCreate, { ...sometimes, operationId: "cards.list" }, ofAll], "payments.get", draw);
    expect(draws).toBe(0);
    expect(faultFor([sometimes, sometimes], "payments.get", draw)).toBeUndefined();
    expect(draws).toBe(2);
  });
});

describe("after a fault, the list keeps", () => {
  const other: Fault = { status: 500, times: 1 };

  test("the fault that hit, with one time less, but not after its last time", () => {
    const hit: Fault = { status: 503, times: 2 };
    const [, left] = afterFault([other, hit], hit);
    expect([left, hit.times]).toEqual([{ status: 503, times: 1 }, 2]);
    expect(afterFault([other, left as Fault], left as Fault)).toEqual([other]);
  });

  test("a fault without a number of times", () => {
    const faults = [ofCreate, other];
    expect(afterFault(faults, ofCreate)).toEqual(faults);
    expect(afterFault(faults, ofCreate)).not.toBe(faults);
  });

  test("one of two equal faults", () => {
    const [one, two] = [{ ...other }, { ...other }];
    expect(afterFault([one, two], two)).toEqual([one]);
  });
});
