import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../handler-types.ts";
import { clock } from "./clock.ts";
import { company } from "./company.ts";
import { creation } from "./create-resources.ts";
import { faults } from "./faults.ts";
import { postbacks } from "./postbacks.ts";
import { decisions } from "./set-status.ts";
import { openHandlers } from "./without-token.ts";

export { openHandlers };

/** The controls that take a token; one that is missing does not compile. */
export const handlers: Handlers<Omit<operations, keyof typeof openHandlers>> = {
  ...company,
  ...clock,
  ...creation,
  ...decisions,
  ...postbacks,
  ...faults,
};
