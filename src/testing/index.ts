export type { PostbackMatch } from "./match-postback.ts";
export { type ExpectedBalance, type MatcherResult, matchers } from "./matchers.ts";
export { type PostbackReceiver, startReceiver } from "./postback-receiver.ts";
export { createTestCompany, type TestClock, type TestCompany } from "./test-company.ts";
