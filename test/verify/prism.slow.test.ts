import { expect, onTestFinished, test } from "vitest";
import { startPrismMock } from "../prism.ts";
import { body } from "../sandbox/contract-examples.ts";
import { verify } from "./prepared-account.ts";

/** Prism answers an invalid body with the first example of the status, which may be that of a broken rule. */
const TRUE_OF_PRISM = ["/components/examples/error.ValidationFailed"];

test.each([
  [false, []],
  [true, TRUE_OF_PRISM],
])(
  "of Prism, only what is not true of it is contradicted; with writes: %s",
  async (write, contradicted) => {
    const prism = await startPrismMock();
    onTestFinished(prism.close);
    const account = { url: prism.url, ...body("auth.createToken", "keys") };
    const result = await verify(account, write);
    expect(result.contradicted).toEqual(contradicted);
    expect(result.stopped).toBeUndefined();
  },
);
