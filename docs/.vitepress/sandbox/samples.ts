import {
  mockAt,
  type Sample,
  samplesOf,
  sandboxAt,
} from "../../../scripts/docs/from-contract/code-samples.ts";
import { Cursor } from "../../../src/contract/cursor.ts";
import { operations } from "../../../src/contract/operations.ts";
import type { Sent, TryableCall } from "./sent-call.ts";

/** Shows the code of what was sent, in each language, in the place of that of the example. */
export function showSent(root: HTMLElement, call: TryableCall, sent: Sent): void {
  for (const { language, source } of samplesOfSent(call, sent)) {
    const part = `[data-example="${sent.example}"][data-part="${language}"]`;
    const code = root.closest(".examples")?.querySelector(`${part} pre code`);
    if (code && code.textContent?.trim() !== source) code.textContent = source;
  }
}

/** The code of what was sent, by what has written the samples of the page. */
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
