#!/usr/bin/env node
import { main } from "./main.ts";

// Not awaited, as the program that needs no Node is a CommonJS module.
main(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
