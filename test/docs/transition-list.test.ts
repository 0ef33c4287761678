import { expect, test } from "vitest";
import { transitionList } from "../../scripts/docs/from-contract/transition-rows.ts";
import { Cursor } from "../../src/contract/cursor.ts";

test("the list has what follows each status, by what and for which payments, and what is assumed", () => {
  const contract = Cursor.root({
    paths: { "/cards": { post: { operationId: "cards.pay", responses: {} } } },
    components: {
      schemas: {
        Status: {
          "x-transitions": [
            { from: null, to: "NEW", trigger: "cards.pay", paymentMethods: ["card", "pix"] },
            { from: "NEW", to: "PAID", trigger: "It is paid.", "x-inferred": "Nobody says so." },
            { from: ["NEW", "PAID"], to: "GONE", trigger: "cards.pay" },
            { from: "NEW", to: "NEW", trigger: "It waits." },
          ],
        },
      },
    },
  });
  expect(transitionList(contract, "Status").split("\n")).toEqual([
    "- `(creation)`",
    "    - `NEW`: [cards.pay](../reference.md#cardspay) (card, pix)",
    "- `NEW`",
    "    - `PAID`: It is paid · [assumed](../assumptions.md#status-new-to-paid)",
    "    - `NEW`: It waits",
    "- `NEW`, `PAID`",
    "    - `GONE`: [cards.pay](../reference.md#cardspay)",
  ]);
});
