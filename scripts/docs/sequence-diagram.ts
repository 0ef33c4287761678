import type { Cursor } from "../../src/contract/cursor.ts";
import { operations } from "../../src/contract/operations.ts";
import { escapeHtml } from "./html.ts";

/** A call in the diagram, and what its response contains for the next calls. */
export interface Step {
  operationId: string;
  /** The request example of the contract to send, if the operation takes a body. */
  example?: string;
  brings: string;
  /** The parameters and fields of later calls that take the id from this response. */
  idFor?: readonly string[];
}

/** From a new account to a refund. test/docs/sequence-diagram.test.ts sends these calls to a new sandbox. */
export const STEPS: readonly Step[] = [
  { operationId: "auth.createToken", example: "keys", brings: "access_token" },
  {
    operationId: "payments.create",
    example: "card",
    brings: "the payment, SUCCEEDED; its buyer is a customer (assumed)",
  },
  { operationId: "customers.list", brings: "the customer's id", idFor: ["customerId"] },
  {
    operationId: "cards.tokenize",
    example: "card",
    brings: "the stored card's id",
    idFor: ["tokenizedCardId"],
  },
  {
    operationId: "payments.create",
    example: "tokenizedCard",
    brings: "the payment by the stored card, SUCCEEDED",
    idFor: ["paymentId", "transactionId"],
  },
  { operationId: "payments.get", brings: "the payment, SUCCEEDED" },
  { operationId: "payments.refund", example: "card", brings: "the payment, REFUNDED" },
];

const LEFT = 75;
const RIGHT = 465;
const WIDTH = 540;
const TOP = 70;
const STEP = 76;

/** Draws the steps as a sequence diagram. */
export function drawSequence(contract: Cursor): string {
  const height = TOP + STEPS.length * STEP;
  const calls = STEPS.map(({ operationId, brings }, index) => {
    const operation = operations(contract).find(({ id }) => id === operationId);
    if (!operation)
      throw new Error(`The sequence diagram shows ${operationId}, which is not in the contract.`);
    const call = `${operation.cursor.key.toUpperCase()} ${operation.pathItem.key}`;
    return step(TOP + index * STEP + 12, operationId, call, brings);
  });
  return `<svg class="picture sequence" viewBox="0 0 ${WIDTH} ${height}" style="width:${WIDTH}px;max-width:100%">
<title>From the first token to a refund, in the order of the calls</title>
${lane(LEFT, "Your server", height)}
${lane(RIGHT, "The service", height)}
${calls.join("\n")}
</svg>`;
}

function lane(x: number, name: string, height: number): string {
  return `<rect class="lane" x="${x - 70}" y="8" width="140" height="36" rx="8"/>
<text class="lane-name" x="${x}" y="31">${name}</text>
<line class="life" x1="${x}" y1="44" x2="${x}" y2="${height - 8}"/>`;
}

function step(y: number, operationId: string, call: string, brings: string): string {
  const middle = (LEFT + RIGHT) / 2;
  return `<text class="call" x="${middle}" y="${y}">${escapeHtml(operationId)} <tspan class="http">${escapeHtml(call)}</tspan></text>
<path class="there" d="M${LEFT} ${y + 8}H${RIGHT - 3}m-8 -5l8 5l-8 5"/>
<path class="back" d="M${RIGHT} ${y + 38}H${LEFT + 3}"/><path class="tip" d="M${LEFT + 11} ${y + 33}l-8 5l8 5"/>
<text class="brings" x="${middle}" y="${y + 30}">${escapeHtml(brings)}</text>`;
}
