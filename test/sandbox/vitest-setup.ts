import { afterAll, afterEach } from "vitest";
import { closeShared, expectNoViolations } from "./company-fixture.ts";

// A setup file, which Vitest runs for each file of tests. Files share the modules that they import, and a
// hook in one of those would be there for the first file alone.
afterEach(expectNoViolations);
afterAll(closeShared);
