import fc from "fast-check";
import { seedNumber } from "./nightly.ts";

// A setup file. Otherwise fast-check would draw a seed for each run.
fc.configureGlobal({ seed: seedNumber });
