import { expect, test } from "vitest";
import { jsonContent, operations } from "../../src/contract/operations.ts";
import { compile } from "../mock/requests-from-examples.ts";
import { changed, control, service } from "../sandbox/contract-examples.ts";
import {
  accepted,
  acceptedResponses,
  casesOf,
  changeOf,
  invalid,
} from "./valid-and-invalid-requests.ts";

const all = [service, control].flatMap(operations);

/** The rows with the problems of the bodies that they change. */
function given(rows: typeof invalid, ...place: string[]) {
  return casesOf(rows).map((row) => {
    const cursor = all.find(({ id }) => id === row.id)?.cursor;
    const body = cursor && jsonContent(cursor.at(...place));
    const shown = body?.at("examples", row.example, "value").value;
    if (!shown) throw new Error(`There is no ${row.name}.`);
    const validate = compile(body?.at("schema").value);
    const problems = validate(changed(shown, changeOf(row))) ? [] : validate.errors;
    return { ...row, problems };
  });
}

test.each(given(invalid, "requestBody"))("$name is rejected", ({ problems, field }) => {
  expect(JSON.stringify(problems)).toContain(field.split(".").at(-1));
});

test.each([...given(accepted, "requestBody"), ...given(acceptedResponses, "responses", "200")])(
  "$name is accepted",
  ({ problems }) => {
    expect(problems).toEqual([]);
  },
);
