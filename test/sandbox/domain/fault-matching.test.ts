import { describe, expect, test } from "vitest";
import type { Fault } from "../../../generated/sandbox-control-types.ts";
import { afterFault, faultFor } from "../../../src/sandbox/domain/fault-matching.ts";

const always = () => 0;
const never = () => 1;

describe("the fault that hits a call", () => {
  const ofAll: Fault = { latency: 10 };
  const ofCreate: Fault = { operationId: "payments.create", status: 503 };
  const sometimes: Fault = { status: 500, probability: 0.3 };

  test("is the first for its operation, or for all operations", () => {
    expect(faultFor([ofCreate, ofAll], "payments.create", always)).toBe(ofCreate);
    expect(faultFor([ofCreate, ofAll], "payments.get", always)).toBe(ofAll);
    expect(faultFor([ofAll, ofCreate], "payments.create", always)).toBe(ofAll);
    expect(faultFor([ofCreate], "payments.get", always)).toBeUndefined();
    expect(faultFor([], "payments.get", always)).toBeUndefined();
  });

  test.each([
    [0, true],
    [0.299, true],
    [0.3, false],
    [0.999, false],
  ])("has a chance of 0.3 where %f is drawn: %s", (drawn, hits) => {
    expect(faultFor([sometimes], "payments.get", () => drawn)).toBe(hits ? sometimes : undefined);
  });

  test("is the next one where its chance is not drawn", () => {
    expect(faultFor([sometimes, ofAll], "payments.get", never)).toBe(ofAll);
  });

  test("draws a number only for a fault with a probability and of the operation", () => {
    let draws = 0;
    const draw = () => {
      draws += 1;
      return 1;
    };
    faultFor([ofCreate, { ...sometimes, operationId: "cards.list" }, ofAll], "payments.get", draw);
    expect(draws).toBe(0);
    faultFor([sometimes, sometimes], "payments.get", draw);
    expect(draws).toBe(2);
  });
});

describe("after a fault, the list keeps", () => {
  const other: Fault = { status: 500, times: 1 };

  test("the fault that hit, with one time less", () => {
    const hit: Fault = { status: 503, times: 3 };
    expect(afterFault([other, hit], hit)).toEqual([other, { status: 503, times: 2 }]);
    expect(hit.times).toBe(3);
  });

  test("no fault that has had its last time", () => {
    const hit: Fault = { status: 503, times: 1 };
    expect(afterFault([hit, other], hit)).toEqual([other]);
  });

  test("a fault without a number of times", () => {
    const hit: Fault = { status: 503 };
    const faults = [hit, other];
    expect(afterFault(faults, hit)).toEqual(faults);
    expect(afterFault(faults, hit)).not.toBe(faults);
  });

  test("one of two equal faults", () => {
    const [one, two]: Fault[] = [{ ...other }, { ...other }];
    expect(afterFault([one, two] as Fault[], two as Fault)).toEqual([one]);
  });
});
