import { callOperation } from "../../client/call-operation.ts";
import { escapeControls } from "../../client/escape-controls.ts";
import { ServiceError } from "../../client/index.ts";
import { responseFacts } from "../../contract/operation-facts.ts";
import { isResourceType } from "../../contract/resource-types.ts";
import { toJson } from "../../text/to-json.ts";
import type { FlagValues, Output } from "../define-command.ts";
import { clientFor, type ServiceConnection } from "../sandbox-connection.ts";
import { describeAnswer } from "./describe-answer.ts";
import type { OperationRow } from "./operation-table.ts";
import { readRequest } from "./read-request.ts";
import { findIds, hasShortIds } from "./short-ids.ts";

interface Call {
  connection: ServiceConnection;
  values: FlagValues;
  io: Output;
}

/** Calls the operation that flags describe, and prints what it returns. */
export async function callAndPrint(
  row: OperationRow,
  { connection, values, io }: Call,
): Promise<void> {
  const isBodyGiven = (values.data ?? values.example) !== undefined;
  const clock = values.example === undefined ? undefined : await connection.control?.clock.get();
  const given = {
    ...(await findIds(row, values, connection)),
    ...(!isBodyGiven && keysFor(row, connection)),
  };
  const request = await readRequest(row, given, clock?.data.now);
  const { answer, warnings } = await callOperation(clientFor(row, connection), row, request).catch(
    (error) => {
      const flags = values.example === undefined ? "" : referencesIn(row, request.body, values);
      if (error instanceof ServiceError && error.status === 404 && flags !== "")
        io.stderr(
          `centavo: the ids of the example exist only with sandbox --examples; set ${flags}`,
        );
      throw error;
    },
  );
  for (const warning of warnings) io.stderr(`centavo: warning: ${escapeControls(warning)}`);
  if (values.json) return io.stdout(toJson(answer));
  const options = { ...values, hasShortIds: hasShortIds(row, connection) };
  for (const line of describeAnswer(answer, responseFacts(row.operation), options, io.env))
    io.stdout(line);
}

/** The keys in a body are those of the connection. */
function keysFor({ flags }: OperationRow, { keys }: ServiceConnection): FlagValues {
  const own = flags.filter((flag) => flag.in === "body" && flag.path.join() in keys);
  return Object.fromEntries(
    own.map(({ name, path }) => [name, keys[path.join() as keyof typeof keys]]),
  );
}

/** The flags of the ids that an example has. */
function referencesIn({ flags }: OperationRow, body: unknown, values: FlagValues): string {
  const references = flags.filter(
    ({ name, type, kind, path }) =>
      (isResourceType(kind) || type === "object") &&
      values[name] === undefined &&
      `${path[0]}` in Object(body),
  );
  return references.map(({ name }) => `--${name}`).join(" and ");
}
