import type { Fault } from "../../../generated/sandbox-control-types.ts";

/**
 * The first fault that applies to a request, by its operation and its probability.
 *
 * @example
 * faultFor(faults, "payments.create", () => 0.3); // { status: 503, when: "before", times: 2 }
 */
export function faultFor(
  faults: readonly Fault[],
  operationId: string,
  random: () => number,
): Fault | undefined {
  return faults.find(
    (fault) =>
      (fault.operationId ?? operationId) === operationId &&
      (fault.probability === undefined || random() < fault.probability),
  );
}

/**
 * The remaining faults after one of them was used.
 *
 * @example
 * afterFault([{ status: 503, times: 1 }], fault); // []
 */
export function afterFault(faults: readonly Fault[], used: Fault): Fault[] {
  if (used.times === undefined) return [...faults];
  const decremented = { ...used, times: used.times - 1 };
  return faults
    .map((fault) => (fault === used ? decremented : fault))
    .filter(({ times }) => times !== 0);
}
