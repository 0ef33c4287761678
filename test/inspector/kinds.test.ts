import { expect, test } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";
import { isObject } from "../../src/contract/cursor.ts";
import { examples, jsonContent, operations } from "../../src/contract/operations.ts";
import type { Kind } from "../../src/contract/value-schema.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const forms = contractForms();

/** What a text of each form may be. */
const LOOKS: [form: RegExp, kinds: (Kind | undefined)[]][] = [
  [/^\d{4}-\d\d-\d\dT/, ["time"]],
  [/^\d{4}-\d\d-\d\d$/, ["day"]],
  [
    /^[\da-f]{8}-[\da-f-]{27}$/,
    [
      "customer",
      "card",
      "subaccount",
      "subscription",
      "payment",
      "request",
      "postback",
      "withdrawal",
    ],
  ],
];

/** Fields without a kind: ids of resources without a screen, of the parent itself or of either of two types, and times of one event only. */
const OTHERS =
  /(^|\.)(id|snapshotId|companyId|invitationId|resourceId|publicKey|privateKey)$|^eventId$|^data\.(from|to)$/;

/** The log has bodies of any form. */
const ANY_FORM = /(^|\.)(body|response|query)(\.|$)/;

/** The texts in a value, with the paths of their fields. */
function textsIn(value: unknown, path = ""): [path: string, text: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, path));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, field]) =>
      textsIn(field, path === "" ? name : `${path}.${name}`),
    );
  return typeof value === "string" ? [[path, value]] : [];
}

test.each([
  ...operations(service).map(({ id, cursor }) => ({ id, cursor, all: forms.service })),
  ...operations(control).map(({ id, cursor }) => ({ id, cursor, all: forms.control })),
])("the inspector knows the times, days and ids of $id", ({ id, cursor, all }) => {
  const { returns = {} } = all.find((form) => form.id === id) ?? {};
  const data = examples(jsonContent(cursor.at("responses", "200"))).map(
    (example) => example.at("value", "data").value,
  );
  const wrong = textsIn(data).filter(([path, text]) => {
    if (OTHERS.test(path) || ANY_FORM.test(path)) return false;
    const kind = returns[path];
    const looks = LOOKS.find(([form]) => form.test(text));
    return looks ? !looks[1].includes(kind) : kind === "time" || kind === "day";
  });
  expect(wrong).toEqual([]);
});
