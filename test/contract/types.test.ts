import { expect, test } from "vitest";
import { formatted } from "../../scripts/generate/format-typescript.ts";
import { makeTypes } from "../../scripts/generate/types.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string" };

/** Each construct that the contracts use, once. */
const SCHEMAS = {
  Base: { type: "object", required: ["id"], properties: { id: { ...text, format: "uuid" } } },
  Known: { ...text, enum: ["PENDING", "PAID"], description: "A closed set." },
  Open: { ...text, "x-extensible-enum": ["PENDING"], description: "An open set." },
  Nullable: { type: ["integer", "null"] },
  Pix: {
    description: "A PIX.",
    allOf: [ref("Base")],
    required: ["kind"],
    properties: { kind: { const: "pix" }, amount: { type: "integer", default: 0 } },
  },
  Card: { allOf: [ref("Base")], required: ["kind"], properties: { kind: { const: "card" } } },
  Payment: {
    oneOf: [ref("Pix"), ref("Card")],
    discriminator: { propertyName: "kind", mapping: { pix: "#/components/schemas/Pix" } },
  },
  EitherField: {
    type: "object",
    properties: { one: text, other: { type: "array", items: ref("Open") } },
    oneOf: [{ required: ["one"] }, { required: ["other"] }],
  },
  Status: {
    enum: ["PENDING", "PAID"],
    "x-transitions": [
      { from: null, to: "PENDING" },
      { from: ["PENDING"], to: "PAID" },
    ],
  },
};

const CONTRACT = {
  openapi: "3.1.0",
  info: { title: "Small", version: "1.0.0" },
  paths: {
    "/payments/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      post: {
        operationId: "payments.change",
        summary: "Change a payment",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", default: 10 } },
          { name: "x-subaccount-id", in: "header", schema: text },
        ],
        requestBody: { required: true, ...json(ref("Payment")) },
        responses: {
          200: { description: "It is changed.", ...json(ref("Payment")) },
          default: { description: "It is not.", ...json({ type: "object" }) },
        },
      },
    },
  },
  components: { schemas: SCHEMAS },
};

/** A contract that shares schemas with it, and adds one. */
const EXTENDED = {
  ...CONTRACT,
  paths: {},
  components: { schemas: { ...SCHEMAS, Own: { type: "array", items: ref("Payment") } } },
};

test("the types of each construct are those that programs rely on", async () => {
  await expect(await formatted(await makeTypes(CONTRACT))).toMatchFileSnapshot("types.golden.ts");
});

test("a shared schema is the type of the other contract", async () => {
  const base = { contract: CONTRACT, types: "./types.golden.ts" };
  const types = await formatted(await makeTypes(EXTENDED, base));
  await expect(types).toMatchFileSnapshot("extended-types.golden.ts");
});
