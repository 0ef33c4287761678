import type { Sent, TryableCall } from "../../../docs/.vitepress/sandbox/sent-call.ts";
import { Cursor } from "../../../src/contract/cursor.ts";
import { operations } from "../../../src/contract/operations.ts";
import { mockAt, type Sample, samplesOf, sandboxAt } from "./code-samples.ts";

/** The code of what a reader of a page has sent, by what has written the samples of the page. It runs in a browser. */
export function samplesOfSent(call: TryableCall, sent: Sent): Sample[] {
  const target = (call.path.startsWith("/_sandbox/") ? sandboxAt : mockAt)(call.server);
  return operations(Cursor.root(contractOf(call, sent))).flatMap((operation) =>
    samplesOf(operation, target),
  );
}

/** A contract of one operation, whose only example is what was sent. */
function contractOf(call: TryableCall, { parameters, values }: Sent) {
  const content = (media: object) => ({ content: { "application/json": media } });
  const given = parameters.filter(({ value }) => value !== "");
  return {
    paths: {
      [call.path]: {
        [call.method.toLowerCase()]: {
          operationId: call.id,
          ...(call.isPublic && { security: [] }),
          parameters: given.map(({ value, isNumber, ...parameter }) => ({
            ...parameter,
            required: true,
            example: isNumber ? Number(value) : value,
          })),
          ...(call.bodies.length > 0 && {
            requestBody: content({ examples: { sent: { summary: "", value: values.body } } }),
          }),
          responses: {
            200: content({ schema: { properties: call.isList ? { meta: {} } : {} } }),
          },
        },
      },
    },
  };
}
