import { webTimers } from "../../sandbox/runtime/timers.ts";
import { createSandbox } from "../../sandbox-node/index.ts";
import type { ExploreOptions } from "./options.ts";
import { promises } from "./promises.ts";
import type { Shop } from "./shop.ts";
import { planStep, type Step, type StepName } from "./steps.ts";
import { Story } from "./story.ts";

export { stories } from "./steps.ts";

const CLOCK = "2026-03-02T12:00:00.000Z";
/** How often the clock may be advanced at the end: all attempts of a postback, several times. */
const MAX_RETRIES = 60;
const LOOK_AGAIN_AFTER = 20;

/** The shop of a user, and how to explore it. */
export type ExploredShop = Shop<unknown> & ExploreOptions<unknown>;

/** A promise that was broken. */
interface Broken {
  /** Its name, or the sentence of a user's own. */
  promise: string;
  sentence: string;
  /** How. */
  problem: string;
}

/** How a story went. */
export interface StoryResult {
  story: Story;
  /** The kinds of the steps that made sense. */
  steps: readonly StepName[];
  broken: Broken | undefined;
  /** The content of a state file, if a promise was broken. */
  state: string;
}

/** Runs a story in a sandbox of its own. A shop that breaks a promise may come to rest within some milliseconds more. */
export async function runStory(
  shop: ExploredShop,
  steps: readonly Step[],
  patience: number,
): Promise<StoryResult> {
  const sandbox = await createSandbox({
    clock: CLOCK,
    seed: "explore",
    receiver: (request) => story.network.receive(request),
  });
  const story = new Story(shop, sandbox, CLOCK);
  try {
    const taken: StepName[] = [];
    let broken: Broken | undefined;
    let acting: unknown[] = [];
    await story.open();
    for (const [place, step] of steps.entries()) {
      const action = planStep(story, step);
      if (action) {
        taken.push(step.name);
        story.write(action.sentence, true);
        const acted = action.act();
        if (!action.prepares) acting.push(acted);
      }
      if (steps[place + 1]?.together || acting.length === 0) continue;
      await Promise.all(acting);
      acting = [];
      await story.quiet();
      broken = await compare(story, shop, false);
      if (broken) break;
    }
    broken ??= await compareAtTheEnd(story, shop, patience);
    const state = broken ? await sandbox.fetch(`${sandbox.url}/_sandbox/state`) : undefined;
    return { story, steps: taken, broken, state: (await state?.text()) ?? "" };
  } finally {
    await story.end();
    await sandbox.close();
  }
}

/** Everything works again, and what was to be retried is. Then all promises have to hold. */
async function compareAtTheEnd(
  story: Story,
  shop: ExploredShop,
  patience: number,
): Promise<Broken | undefined> {
  story.network.heal();
  if (story.database !== "works") await story.setDatabase("works");
  await story.quiet();
  await deliverAll(story);
  const until = performance.now() + patience;
  for (;;) {
    const broken = (await compare(story, shop, true)) ?? (await compareOwn(story, shop));
    if (!broken || performance.now() > until) return broken;
    await webTimers.sleep(LOOK_AGAIN_AFTER);
    await story.quiet();
  }
}

/** Advances the clock until no postback waits for another attempt. Those that were given up get one more. */
async function deliverAll(story: Story): Promise<void> {
  const { control, network } = story;
  for (let retry = 0; network.undelivered.length > 0 && retry < MAX_RETRIES; retry++) {
    const { postback } = (await control.clock.getNext()).data;
    if (postback) await story.advance({ to: postback });
    else for (const { eventId } of network.undelivered) await control.postbacks.redeliver(eventId);
    await story.quiet();
    if (!postback) return;
  }
}

/** Compares what the shop believes with what the service knows: at the end by all promises. */
async function compare(
  story: Story,
  { except = {} }: ExploredShop,
  isEnd: boolean,
): Promise<Broken | undefined> {
  try {
    await story.look(isEnd);
  } catch (error) {
    const sentence = "The shop can list its orders.";
    return isEnd ? { promise: "orders", sentence, problem: `${error}` } : undefined;
  }
  for (const [promise, { holds, sentence, broken }] of Object.entries(promises)) {
    const isAsked = (isEnd || holds === "always") && !Object.hasOwn(except, promise);
    const problem = isAsked ? broken(story) : undefined;
    if (problem) return { promise, sentence, problem };
  }
  story.endMoment();
  return undefined;
}

async function compareOwn(
  { opened, sandbox }: Story,
  shop: ExploredShop,
): Promise<Broken | undefined> {
  for (const [promise, holds] of Object.entries(shop.promises ?? {})) {
    const broken = { promise, sentence: `Yours: ${promise}.` };
    try {
      if ((await holds(opened, sandbox)) === false)
        return { ...broken, problem: "The function returned false." };
    } catch (error) {
      return { ...broken, problem: `${error}` };
    }
  }
  return undefined;
}
