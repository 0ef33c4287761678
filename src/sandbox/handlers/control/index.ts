import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../handler-types.ts";
import { clock } from "./clock.ts";
import { company } from "./company.ts";
import { createTestData } from "./create-test-data.ts";
import { faults } from "./faults.ts";
import { publicHandlers } from "./health-and-companies.ts";
import { postbacks } from "./postbacks.ts";
import { setStatus } from "./set-status.ts";

export { publicHandlers };

/** The control operations that need a token. A missing handler does not compile. */
export const handlers: Handlers<Omit<operations, keyof typeof publicHandlers>> = {
  ...company,
  ...clock,
  ...createTestData,
  ...setStatus,
  ...postbacks,
  ...faults,
};
