import { operations } from "../../src/contract/operations.ts";
import type { Place } from "../../src/contract/place.ts";
import { escapeHtml } from "./html.ts";

/** The way of a card payment, call by call, and what each answer brings for the next. */
const STEPS: readonly { operationId: string; brings: string }[] = [
  { operationId: "auth.createToken", brings: "access_token" },
  { operationId: "cards.tokenize", brings: "the card's id" },
  { operationId: "payments.create", brings: "the payment, SUCCEEDED" },
  { operationId: "payments.refund", brings: "the payment, REFUNDED" },
];

const LEFT = 75;
const RIGHT = 405;
const WIDTH = 480;
const TOP = 70;
const STEP = 76;

/** The flow of token, card, payment and refund as a sequence picture. */
export function drawSequence(contract: Place): string {
  const height = TOP + STEPS.length * STEP;
  const calls = STEPS.map(({ operationId, brings }, index) => {
    const operation = operations(contract).find(({ id }) => id === operationId);
    if (!operation)
      throw new Error(`The sequence picture shows ${operationId}, which is not in the contract.`);
    const call = `${operation.place.key.toUpperCase()} ${operation.pathItem.key}`;
    return step(TOP + index * STEP + 12, operationId, call, brings);
  });
  return `<svg class="picture sequence" viewBox="0 0 ${WIDTH} ${height}" style="width:${WIDTH}px;max-width:100%">
<title>Token, card, payment and refund, in the order of their calls</title>
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
