export type { PostbackMatch } from "./match-postback.ts";
export {
  type ExpectedBalance,
  type MatcherResult,
  matchers,
  type SandboxStatus,
} from "./matchers.ts";
export {
  createTestCompany,
  type RunningSandbox,
  type TestClock,
  type TestCompany,
  type TimelineOptions,
} from "./test-company.ts";
export {
  deliverToTestReceivers,
  startTestReceiver,
  type TestReceiver,
  type WaitOptions,
} from "./test-receiver.ts";
