import type { Person } from "../../src/cli/define-command.ts";
import { runHere } from "../run-command-line.ts";
import type { FakeService } from "./fake-service.ts";

/** Runs `centavo verify` against a service. */
export function verify(
  { url, env }: Pick<FakeService, "url" | "env">,
  args: string[] = [],
  person?: Person,
) {
  return runHere(["verify", "--url", url, ...args], env, person);
}

/** Answers one question after the other, and notes what was asked. */
export function answers(...given: string[]) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return given[asked.length - 1] ?? "";
  };
  return { asked, ask, showProgress: () => {} };
}
