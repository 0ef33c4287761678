import type { OperationId } from "../../../../generated/sandbox-control-operations.ts";
import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { advance, clock } from "./clock.ts";
import { companies } from "./companies.ts";
import { createTestData } from "./create-test-data.ts";
import { company } from "./current-company.ts";
import { timeline } from "./events.ts";
import { faults } from "./faults.ts";
import { health } from "./health.ts";
import { invitations } from "./invitations.ts";
import { ledger } from "./ledger.ts";
import { listener } from "./listener.ts";
import { postbacks } from "./postbacks.ts";
import { receiver } from "./receiver.ts";
import { resourceDetails } from "./resource-details.ts";
import { resourceLists } from "./resource-lists.ts";
import { search } from "./search.ts";
import { setStatus } from "./set-resource-status.ts";
import { snapshots } from "./snapshots.ts";

/** Those that take several units of work. */
export const outsideHandlers = advance;

/** The operations that need no token. */
export const publicHandlers = { ...health, ...companies };

/** The control operations that need a token. A missing handler does not compile. */
export const handlers: Handlers<
  Omit<Pick<operations, OperationId>, keyof typeof publicHandlers | keyof typeof outsideHandlers>
> = {
  ...company,
  ...invitations,
  ...clock,
  ...createTestData,
  ...setStatus,
  ...resourceDetails,
  ...resourceLists,
  ...postbacks,
  ...faults,
  ...receiver,
  ...listener,
  ...timeline,
  ...ledger,
  ...search,
  ...snapshots,
};
