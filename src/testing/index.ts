export { BrokenPromiseError } from "./explore/broken-promise-error.ts";
export { explore } from "./explore/explore.ts";
export type { Exploration, ExploreOptions, PromiseName } from "./explore/options.ts";
export type {
  Order,
  OrderMethod,
  Shop,
  ShopOrder,
  ShopSandbox,
} from "./explore/shop.ts";
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
