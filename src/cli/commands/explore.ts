import { escapeControls } from "../../client/escape-controls.ts";
import type { BrokenPromiseError } from "../../testing/index.ts";
import { isLocal } from "../confirm-host.ts";
import { CommandError, command, UsageError } from "../define-command.ts";
import { addressFlags } from "../shared-flags.ts";
import { environmentOf } from "./exec.ts";

/** No story leads to another machine. */
function shopFlag(what: string) {
  const accepts = (text: string) =>
    URL.canParse(text) && new URL(text).protocol === "http:" && isLocal(text);
  return { value: "URL", help: `the http address on this machine that ${what}`, accepts };
}

function requiredFlag(what: string) {
  return { ...shopFlag(what), isRequired: true as const };
}

function numberFlag(value: string, help: string) {
  return { value, help, accepts: (text: string) => /^[1-9]\d{0,9}$/.test(text) };
}

export const explore = command({
  name: "explore",
  summary:
    "Runs stories of what can happen with a shop on this machine, and finds one in which it loses an order.",
  flags: {
    reset: requiredFlag("makes the shop forget all orders before a story, by POST"),
    buy: requiredFlag("gets what a buyer orders, by POST"),
    orders: requiredFlag("lists what the shop believes of its orders, by GET"),
    postbacks: requiredFlag(
      "gets the postbacks; without a path, each keeps that of its postbackUrl",
    ),
    refund: shopFlag("gets an order to refund, by POST"),
    stories: numberFlag("NUMBER", "how many stories to run, from 1"),
    duration: numberFlag(
      "SECONDS",
      "after how many seconds to begin no more stories, from 1; without --stories, it is 20",
    ),
    seed: numberFlag("NUMBER", "the number from which the stories come, from 1"),
    path: {
      value: "PATH",
      help: "the story to run again, as it was printed with its seed",
      accepts: (text: string) => /^\d[\d:-]*$/.test(text),
    },
    port: { ...addressFlags.port, fallback: "4020" },
  },
  async run({ port, path, stories, duration, seed, ...addresses }, { stdout, stderr }) {
    if (path && !seed) throw new UsageError("--path needs the --seed that was printed with it");
    const { RunningShop, serve } = await import("../running-shop.ts");
    const { explore: run } = await import("../../testing/index.ts");
    let isFirst = true;
    const running = new RunningShop(addresses, (keys) => {
      const access = { ...keys, url: server.url };
      const variables = Object.entries(environmentOf(access));
      if (isFirst) stderr(variables.map(([name, value]) => `${name}=${value}`).join("\n"));
      isFirst = false;
      return access;
    });
    const server = await serve({ port: Number(port), host: "127.0.0.1" }, running);
    try {
      const tried = await run({
        ...running.shop,
        ...(stories && { stories: Number(stories) }),
        ...(duration && { duration: Number(duration) * 1000 }),
        ...(seed && { seed: Number(seed) }),
        ...(path && { path }),
        parallel: 1,
        progress: stderr,
      });
      if (Object.keys(tried.statuses).length === 0)
        throw new CommandError(`no order has led to a payment: ${running.refusal || "see above"}`);
      stdout(`The shop kept its promises in ${tried.stories} stories.`);
    } catch (error) {
      throw running.mistake ?? failureOf(error as Error, stdout);
    } finally {
      await server.close();
    }
    return undefined;
  },
});

/** Prints the story of a broken promise. What the shop answered may be in it. */
function failureOf(error: Error, print: (line: string) => void): Error {
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  if (code === "ERR_MODULE_NOT_FOUND") return new CommandError(error.message);
  if (error.name !== "BrokenPromiseError") return error;
  const { seed, path, describe } = error as BrokenPromiseError;
  const story = describe(`centavo explore … --seed ${seed} --path ${path}`);
  print(story.split("\n").map(escapeControls).join("\n"));
  return new CommandError("the shop has broken a promise");
}
