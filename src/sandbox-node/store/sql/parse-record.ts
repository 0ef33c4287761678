import type { Event } from "../../../../generated/sandbox-control-types.ts";
import { hasTypes, isCompany, isJob, type TypesOf } from "../../../sandbox/store/check-records.ts";
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

export function parseSettings(row: SingleColumnRow): Settings | undefined {
  return parseSingleColumn(row, "settings", (value) => hasTypes(value, settingsTypes));
}

export function parseCompany(row: SingleColumnRow): Company | undefined {
  return parseSingleColumn(row, "companies", isCompany);
}

/** The company of a snapshot, as it was then. */
export function parseSnapshot(row: SingleColumnRow): Company | undefined {
  return parseSingleColumn(row, "snapshots", isCompany);
}

export function parseJob({ record }: { record: string }): Job {
  const job = parseObject<Job>(record, "jobs");
  if (!isJob(job)) throw new DamagedRecordError("jobs");
  return job;
}

export function parseEvent({ record }: { record: string }): Event {
  return parseObject(record, "events");
}

function parseSingleColumn<Value extends object>(
  row: SingleColumnRow,
  table: string,
  isValid: (value: object) => boolean,
): Value | undefined {
  if (!row) return undefined;
  const value = parseObject<Value>(row.record, table);
  if (!isValid(value)) throw new DamagedRecordError(table);
  return value;
}

/** Hides the error of JSON.parse, which quotes the text and may reveal a secret. */
function parseObject<Value>(text: string, table: string): Value {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {}
  throw new DamagedRecordError(table);
}

const settingsTypes: TypesOf<Settings> = {
  secret: "string",
  seeded: "boolean",
  drawCount: "number",
  id: "string",
  codes: "object",
};
