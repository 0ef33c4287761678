import type { Event } from "../../../../generated/sandbox-control-types.ts";
import type { Company, Job } from "../../../sandbox/store/records.ts";
import type { Settings } from "../../../sandbox/store/store.ts";
import { DamagedRecordError } from "../../../sandbox/store/store-error.ts";

/** A row of a collection: the resource, and the internal fields of the record. */
export type RecordRow = { resource: string; internal: string };

/** A row of a table that stores a record in one column. */
type SingleColumnRow = { record: string } | undefined;

export function parseRecord<Value>({ resource, internal }: RecordRow, table: string): Value {
  return { ...parseObject<Value>(internal, table), resource: parseObject(resource, table) };
}

export function parseResource<Resource>(
  { resource }: Pick<RecordRow, "resource">,
  table: string,
): Resource {
  return parseObject(resource, table);
}

export function parseSettings(row: { value: string | null } | undefined): Settings | undefined {
  return row?.value ? parseObject(row.value, "settings") : undefined;
}

export function parseCompany(row: SingleColumnRow): Company | undefined {
  return row && parseObject(row.record, "companies");
}

/** The company of a snapshot, as it was then. */
export function parseSnapshot(row: SingleColumnRow): Company | undefined {
  return row && parseObject(row.record, "snapshots");
}

export function parseJob({ record }: { record: string }): Job {
  return parseObject(record, "jobs");
}

export function parseEvent({ record }: { record: string }): Event {
  return parseObject(record, "events");
}

/** Hides the error of JSON.parse, which quotes the text and may reveal a secret. */
function parseObject<Value>(text: string, table: string): Value {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {}
  throw new DamagedRecordError(table);
}
