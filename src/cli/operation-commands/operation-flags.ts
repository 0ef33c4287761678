import { connectionFlags } from "../shared-flags.ts";

/** The flags of the commands of operations, beside those of their parameters and fields. */
export const operationFlags = {
  data: {
    value: "@FILE|-|JSON",
    help: "the body, from a file, from the standard input or as JSON; other options change its fields",
    variable: null,
  },
  example: {
    value: "NAME",
    help: "an example of the contract as the body; other options change its fields",
    variable: null,
  },
  live: {
    help: "send it to a service that is no sandbox, after a question",
    variable: null,
  },
  ...connectionFlags,
};
