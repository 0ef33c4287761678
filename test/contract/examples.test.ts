import { expect, test } from "vitest";
import type { Cursor } from "../../src/contract/cursor.ts";
import { callbacks, jsonContent, operations, parameters } from "../../src/contract/operations.ts";
import { compile } from "../mock/contract-examples.ts";
import { changed, control, service } from "../sandbox/contract-examples.ts";
import {
  accepted,
  acceptedResponses,
  casesOf,
  changeOf,
  invalid,
} from "./valid-and-invalid-requests.ts";

const contracts = [service, control];
const all = contracts.flatMap(operations);
const requests = new Map<string, Cursor>([
  ...contracts.flatMap(callbacks).map(({ name, cursor }) => [name, cursor] as const),
  ...all.map(({ id, cursor }) => [id, cursor] as const),
]);

function bodyOf(id: string, ...place: string[]) {
  const body = requests.get(id)?.at(...place);
  if (!body) throw new Error(`There is no ${id}.`);
  return jsonContent(body);
}

function parameterOf(id: string, name: string) {
  const taken = all.filter((operation) => operation.id === id).flatMap(parameters);
  return taken.find((parameter) => parameter.at("name").value === name);
}

/** The rows with the schemas of the bodies or the parameters that they change. */
function given(rows: typeof invalid, ...place: string[]) {
  return casesOf(rows).map((row) => {
    const { id, example, field, value } = row;
    const body = example === "" ? undefined : bodyOf(id, ...place);
    const shown = body?.at("examples", example, "value").value;
    const schema = (body ?? parameterOf(id, field))?.at("schema").value;
    if (!schema || (body && !shown)) throw new Error(`There is no ${row.name}.`);
    const validate = compile(schema);
    const problems = validate(body ? changed(shown, changeOf(row)) : value) || validate.errors;
    return { ...row, problems: problems === true ? [] : problems };
  });
}

test.each(given(invalid, "requestBody"))("$name is rejected", ({ problems, example, field }) => {
  expect(problems).not.toEqual([]);
  if (example !== "") expect(JSON.stringify(problems)).toContain(field.split(".").at(-1));
});

test.each([...given(accepted, "requestBody"), ...given(acceptedResponses, "responses", "200")])(
  "$name is accepted",
  ({ problems }) => {
    expect(problems).toEqual([]);
  },
);

test("every frame of the example of a stream is an event", () => {
  const isEvent = compile(control.at("components", "schemas", "Event").value);
  const stream = control.at("components", "examples", "events.list.stream", "value").value;
  const frames = String(stream).split(/(?<=\n\n)/);
  const events = frames.map((frame) => {
    const [, id, type, data = ""] = /^id: (.+)\nevent: (.+)\ndata: (.+)\n\n$/.exec(frame) ?? [];
    const event = JSON.parse(data);
    return String(event.id) === id && event.type === type && isEvent(event);
  });
  expect(events).toEqual([true, true]);
});
