import type { Operation, ReturnCode, Transition } from "../parse-shorthand.ts";

export type Operations = Readonly<Record<string, Operation>>;
export type ReturnCodes = Readonly<Record<number, ReturnCode>>;
/** The key is the operation whose response has the status. Other transitions must be marked. */
export type Transitions = Readonly<Record<string, readonly Transition[]>>;
/** Fields that the description names without a meaning, by schema. The contract must mark theirs. */
export type Unexplained = Readonly<Record<string, readonly string[]>>;
/** What the description does not say, so the texts of the operation must not say it either. */
export type Unsaid = Readonly<Record<string, RegExp>>;

export interface ResourceFacts {
  readonly operations: Operations;
  readonly returnCodes?: ReturnCodes;
  readonly transitions?: Transitions;
  readonly unexplained?: Unexplained;
  readonly unsaid?: Unsaid;
}
