import { type FilterTarget, filterTargets, kinds } from "../../../src/sandbox/store/filters.ts";
import type { Company, Job, NewEvent } from "../../../src/sandbox/store/records.ts";

export const TIME = Date.parse("2026-03-02T12:00:00Z");

/** Every filter of every kind of record, and what it compares. */
export const allFilters = kinds.flatMap((kind) =>
  Object.entries<FilterTarget>(filterTargets[kind]).map(([filter, target]) => {
    return { kind, filter, target };
  }),
);

export function company(id: string): Company {
  return {
    id,
    authorized: true,
    checkTaxIds: false,
    feePercentage: 0,
    feeFixed: 0,
    lateFeeAmount: 0,
    interestAmount: 0,
    clock: { ahead: 0 },
    faults: [],
    receiver: "accept",
    drawCount: 0,
    tokens: 0,
    holdsExamples: false,
    snapshotCount: 0,
    generation: 0,
  };
}

/** A record of any kind, with a value where a filter looks, and with what else it should have. */
export function recordWith(
  id: string,
  { filter, target }: Pick<(typeof allFilters)[number], "filter" | "target">,
  value: unknown,
  more: object = {},
): never {
  const field = { [filter]: value };
  const resource = {
    ...{ id, status: "DELIVERED", paymentMethod: "pix", splits: [], ...more },
    ...(target === "resource" && field),
    ...(typeof target === "object" && { [target.list]: [field, field] }),
  };
  return { id, due: TIME, ...more, ...(target === "internal" && field), resource } as never;
}

export function job(paymentId: string, dueAt = TIME): Job {
  return { kind: "payment", paymentId, dueAt, status: "CANCELED" };
}

export function event(resourceId: string, index = 0): NewEvent {
  return {
    type: "status.changed",
    at: new Date(TIME + index).toISOString(),
    cause: { type: "job", requestId: null },
    resource: { type: "payment", id: resourceId },
    data: { from: null, to: "PENDING" },
  };
}
