import type { Fault } from "../../../generated/sandbox-control-types.ts";

/**
 * The fault that hits a call, if any: the first that is for its operation, and whose chance is drawn.
 *
 * @example
 * faultFor(faults, "payments.create", () => 0.3); // { status: 503, when: "before", times: 2 }
 */
export function faultFor(
  faults: readonly Fault[],
  operationId: string,
  draw: () => number,
): Fault | undefined {
  return faults.find(
    (fault) =>
      (fault.operationId ?? operationId) === operationId &&
      (fault.probability === undefined || draw() < fault.probability),
  );
}

/**
 * What is left of the faults when one of them has hit.
 *
 * @example
 * afterFault([{ status: 503, times: 1 }], fault); // []
 */
export function afterFault(faults: readonly Fault[], hit: Fault): Fault[] {
  if (hit.times === undefined) return [...faults];
  const left = { ...hit, times: hit.times - 1 };
  return faults.map((fault) => (fault === hit ? left : fault)).filter(({ times }) => times !== 0);
}
