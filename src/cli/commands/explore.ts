import { escapeControls } from "../../client/escape-controls.ts";
import { serve } from "../../http-server/http-server.ts";
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

function numberFlag(value: string, help: string) {
  return { value, help, accepts: (text: string) => /^[1-9]\d{0,9}$/.test(text) };
}

const isRequired = true as const;

export const explore = command({
  name: "explore",
  summary:
    "Tells your shop stories of what can happen, and finds one in which it loses an order. The shop runs on this machine.",
  flags: {
    reset: {
      ...shopFlag("makes the shop forget its orders before each story, by POST"),
      isRequired,
    },
    buy: { ...shopFlag("gets what a buyer orders, by POST"), isRequired },
    orders: { ...shopFlag("lists what the shop believes of its orders, by GET"), isRequired },
    postbacks: {
      ...shopFlag("gets the postbacks; without a path, each keeps that of its postbackUrl"),
      isRequired,
    },
    refund: shopFlag("refunds an order, by POST"),
    stories: numberFlag("NUMBER", "how many stories to tell, from 1"),
    duration: numberFlag(
      "SECONDS",
      "after how many seconds to begin no more stories, from 1; without --stories, it is 20",
    ),
    seed: numberFlag("NUMBER", "where the stories come from, from 1: the same one tells the same"),
    path: {
      value: "PATH",
      help: "the one story to tell again, which a failure prints with its seed",
      accepts: (text: string) => /^\d[\d:-]*$/.test(text),
    },
    port: { ...addressFlags.port, fallback: "4020" },
  },
  async run({ port, stories, duration, seed, path, ...addresses }, { stdout, stderr }) {
    if (path !== undefined && seed === undefined)
      throw new UsageError("--path needs --seed, which was printed with it");
    const { RunningShop } = await import("../running-shop.ts");
    const { explore: tell } = await import("../../testing/index.ts");
    let isFirst = true;
    const shop = new RunningShop(addresses, (keys) => {
      const access = { ...keys, url: server.url };
      if (isFirst)
        for (const [name, value] of Object.entries(environmentOf(access)))
          stderr(`${name}=${value}`);
      isFirst = false;
      return access;
    });
    const server = await serve({ port: Number(port), host: "127.0.0.1" }, shop);
    try {
      const { stories: told } = await tell({
        ...shop,
        ...(stories !== undefined && { stories: Number(stories) }),
        ...(duration !== undefined && { duration: Number(duration) * 1000 }),
        ...(seed !== undefined && { seed: Number(seed) }),
        ...(path !== undefined && { path }),
        parallel: 1,
        progress: stderr,
      });
      stdout(`The shop kept its promises in ${told} stories.`);
    } catch (error) {
      // Whatever was told after such an answer says nothing of the shop.
      throw shop.mistake ?? failureOf(error as Error, stdout);
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
  if (error.name !== "BrokenPromise") return error;
  const lines = error.message.split("\n").map(escapeControls);
  print(lines.join("\n").replace(AS_FUNCTION, "centavo explore … --seed $1 --path $2"));
  return new CommandError("the shop has broken a promise");
}

/** How a test replays a story. */
const AS_FUNCTION = /explore\(\{ …, seed: (\d+), path: "([^"]+)" \}\)/;
