export type { PostbackMatch } from "./match-postback.ts";
export { type ExpectedBalance, type MatcherResult, matchers } from "./matchers.ts";
export { createTestCompany, type TestClock, type TestCompany } from "./test-company.ts";
export { startReceiver, type TestReceiver } from "./test-receiver.ts";
