import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import type { InProcessSandbox } from "../../sandbox/in-process-sandbox.ts";
import { createSandbox } from "../../sandbox-node/index.ts";
import { Network } from "./network.ts";
import type { ExploreOptions } from "./options.ts";
import { orderNumber } from "./order.ts";
import { type Evidence, promises } from "./promises.ts";
import { receiverOf } from "./receiver.ts";
import { SEED, Service } from "./service.ts";
import type { Order, OrderMethod, Shop, ShopOrder, ShopSandbox } from "./shop.ts";
import { planStep, type Step, type StepName, type World } from "./story.ts";
import { Truth } from "./truth.ts";

// Taken when the module loads: a test may replace the global ones by fake ones.
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;

const CLOCK = "2026-03-02T12:00:00.000Z";
const POSTBACK_URL = "https://shop.invalid/postbacks";
/** How long a click may go on after everything else has come to rest, in milliseconds. A buyer may wait for a payment. */
const MAX_CLICK = 2_000;
/** How often the ledger may have something due at the end: all attempts of a postback, several times. */
const MAX_RETRIES = 60;
const LOOK_AGAIN_AFTER = 20;

/** A promise that was broken. */
interface Broken {
  /** Its name, or the sentence of a user's own. */
  promise: string;
  sentence: string;
  /** How. */
  problem: string;
}

/** A line of a story: a step, or what happened then. */
export interface Line {
  /** By the sandbox's clock. */
  at: string;
  text: string;
  isStep: boolean;
}

/** How a story went. */
export interface Told {
  broken: Broken | undefined;
  lines: readonly Line[];
  /** The kinds of the steps that made sense. */
  steps: readonly StepName[];
  believed: ReadonlyMap<string, ShopOrder>;
  truth: Truth;
  orders: readonly Order[];
  /** The content of a state file, if the story was to keep it. */
  state: string | undefined;
}

export interface RunOptions {
  /** In milliseconds. */
  patience: number;
  keepState?: boolean;
}

/** Runs a story in a sandbox of its own. */
export async function runStory<Opened>(
  shop: Shop<Opened> & ExploreOptions<Opened>,
  steps: readonly Step[],
  options: RunOptions,
): Promise<Told> {
  // Answered only once the story exists, which needs the keys.
  let story: Story<Opened> | undefined;
  const sandbox = await createSandbox({
    clock: CLOCK,
    seed: SEED,
    receiver: async (request) =>
      story?.network.receive(request) ?? new Response(null, { status: 503 }),
  });
  story = new Story(shop, sandbox, options.patience);
  // The sandbox's own timers, for which a story may wait, keep no process alive.
  const staysAlive = setInterval(() => {}, MAX_CLICK);
  try {
    return await story.tell(steps, options.keepState);
  } finally {
    clearInterval(staysAlive);
    story.end();
    await sandbox.close();
  }
}

/** A story in progress. */
class Story<Opened> implements World {
  readonly orders: Order[] = [];
  readonly truth = new Truth(this.orders);
  readonly network: Network;
  readonly service: Service;
  readonly #shop: Shop<Opened> & ExploreOptions<Opened>;
  readonly #sandbox: InProcessSandbox;
  readonly #patience: number;
  readonly #lines: Line[] = [];
  readonly #sawError = new Set<string>();
  /** The clicks that go on. */
  #clicks = new Set<Promise<void>>();
  #opening: Promise<void> | undefined;
  #opened: Opened | undefined;
  /** What the shop says of its orders, and what it said at the look before. */
  #believed = new Map<string, ShopOrder>();
  #before = this.#believed;
  /** How many calls there were when everything was quiet. */
  #callsSeen = -1;
  #now = CLOCK;
  #isOver = false;
  database: World["database"] = "works";

  constructor(
    shop: Shop<Opened> & ExploreOptions<Opened>,
    sandbox: InProcessSandbox,
    patience: number,
  ) {
    this.#shop = shop;
    this.#sandbox = sandbox;
    this.#patience = patience;
    this.service = new Service(sandbox);
    this.network = new Network(sandbox.fetch, sandbox.url, this);
  }

  async tell(steps: readonly Step[], keepState = false): Promise<Told> {
    this.#open(() => this.#shop.open(this.#shopSandbox()));
    await this.#opening;
    const taken: StepName[] = [];
    let broken: Broken | undefined;
    for (let first = 0; first < steps.length && !broken; ) {
      let end = first + 1;
      while (steps[end]?.together) end += 1;
      const moment = steps.slice(first, end);
      taken.push(...(await this.#take(moment)));
      first = end;
      if (await this.#quiet()) broken = await this.#look(false);
    }
    broken ??= await this.#ending();
    const state = keepState ? await this.service.state() : undefined;
    const { truth, orders } = this;
    return {
      broken,
      state,
      truth,
      orders,
      lines: this.#lines,
      steps: taken,
      believed: this.#believed,
    };
  }

  end(): void {
    this.#isOver = true;
    this.network.disconnect();
    if (this.#opened !== undefined) void this.#shop.close?.(this.#opened);
  }

  /** Takes steps at the same time, and returns the kinds of those that make sense. */
  async #take(steps: readonly Step[]): Promise<StepName[]> {
    const taken: StepName[] = [];
    const acting: unknown[] = [];
    for (const step of steps) {
      const action = planStep(this, step);
      if (!action) continue;
      taken.push(step.name);
      this.write(action.sentence, true);
      acting.push(action.act());
    }
    await Promise.all(acting);
    return taken;
  }

  addOrder(method: OrderMethod, card: number): Order {
    const order = orderNumber(this.orders.length + 1, method, card);
    this.orders.push(order);
    return order;
  }

  sawError = ({ id }: Order): boolean => this.#sawError.has(id);

  buy(order: Order): void {
    this.#click(
      async () => {
        await this.#shop.buy(this.#opened as Opened, order);
        this.#sawError.delete(order.id);
      },
      (error) => {
        this.#sawError.add(order.id);
        this.write(`The buyer of ${order.id} saw an error (${nameOf(error)}).`);
      },
    );
  }

  refund(order: Order): void {
    this.#click(
      async () => this.#shop.refund?.(this.#opened as Opened, order),
      (error) => this.write(`The refund of ${order.id} failed in the shop (${nameOf(error)}).`),
    );
  }

  /** A click belongs to the process of the shop that it went to. */
  #click(act: () => Promise<unknown>, onError: (error: unknown) => void): void {
    const clicks = this.#clicks;
    const click: Promise<void> = (async () => {
      await this.#opening;
      await act();
    })()
      .then(
        () => {},
        (error) => {
          if (clicks === this.#clicks) onError(error);
        },
      )
      .finally(() => clicks.delete(click));
    clicks.add(click);
  }

  async advance(step: ClockAdvance): Promise<void> {
    const { now, events } = await this.service.advance(step);
    this.#now = now;
    if (events.counts["status.changed"]) this.truth.isStale = true;
  }

  restart(): void {
    const { restart } = this.#shop;
    if (!restart || this.#isOver) return;
    const old = this.#opened as Opened;
    this.#clicks = new Set();
    for (const each of this.orders)
      if (!this.#believed.get(each.id)?.paid) this.#sawError.add(each.id);
    this.#open(() => restart(old, this.#shopSandbox()));
  }

  async setDatabase(state: World["database"]): Promise<void> {
    this.database = state;
    await this.#shop.database?.(this.#opened as Opened, state);
  }

  #shopSandbox(): ShopSandbox {
    const { url, publicKey, privateKey } = this.#sandbox;
    const fetch = this.network.connect();
    return {
      baseUrl: url,
      publicKey,
      privateKey,
      fetch,
      allowBrowser: true,
      postbackUrl: POSTBACK_URL,
    };
  }

  #open(open: () => Opened | Promise<Opened>): void {
    const isBefore = this.#opening;
    this.network.deliverTo(undefined);
    this.#opening = (async () => {
      await isBefore;
      await this.network.served();
      const opened = await open();
      this.#opened = opened;
      this.network.deliverTo(receiverOf(this.#shop.postbacks(opened)));
    })();
  }

  /** Resolves when no click, no call and no delivery goes on, to whether anything has happened since then. */
  async #quiet(): Promise<boolean> {
    const before = this.#callsSeen;
    for (;;) {
      await this.#opening;
      const calls = this.network.begun + this.service.calls;
      const isIdle = () => this.network.isIdle && this.#clicks.size === 0;
      if (isIdle() && calls === this.#callsSeen) return calls !== before;
      // A click that has only begun makes its calls meanwhile.
      await this.#sandbox.settled();
      if (isIdle()) this.#callsSeen = calls;
      else if (this.network.isIdle) await this.#nextClick();
      else await this.network.nextEnd();
    }
  }

  async #nextClick(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const clicks = this.#clicks;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        // They wait for what has not happened yet, such as a payment.
        if (this.network.isIdle) clicks.clear();
        resolve();
      }, MAX_CLICK);
    });
    // Those of a process that has ended never end.
    await Promise.race([...clicks, tooLong, this.network.processEnded]);
    clearTimeout(timer);
  }

  /** Everything works again, and what was to be retried is. Then all promises have to hold. */
  async #ending(): Promise<Broken | undefined> {
    this.network.heal();
    if (this.database !== "works") await this.setDatabase("works");
    await this.#quiet();
    await this.#deliverAll();
    const until = Date.now() + this.#patience;
    for (;;) {
      const broken = await this.#look(true);
      if (!broken || Date.now() > until) return broken;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER));
      await this.#quiet();
    }
  }

  /** Advances the clock until no postback waits for another attempt. */
  async #deliverAll(): Promise<void> {
    for (let retry = 0; this.network.undelivered.length > 0 && retry < MAX_RETRIES; retry++) {
      const postback = await this.service.nextPostback();
      if (postback !== null) await this.advance({ to: postback });
      else if (!(await this.#redeliverOurs())) return;
      await this.#quiet();
    }
  }

  /** All attempts of a postback may have failed because of what went wrong on purpose. */
  async #redeliverOurs(): Promise<boolean> {
    const ours = this.network.undelivered.filter(({ failure }) => failure?.isOurs);
    for (const { eventId } of ours) await this.service.redeliver(eventId);
    return ours.length > 0;
  }

  /** Asks the shop what it believes, and compares: at the end with all promises. */
  async #look(isEnd: boolean): Promise<Broken | undefined> {
    const { truth, network, orders } = this;
    if (truth.isStale) for (const payment of await this.service.payments()) truth.see(payment);
    truth.isStale = false;
    const answer = await this.#readOrders(isEnd);
    if ("problem" in answer) return isEnd ? answer : undefined;
    this.#believed = answer.believed;
    const { logs } = this.#shop;
    const broken = this.#compare(isEnd, {
      ...{ truth, network, orders, believed: this.#believed, before: this.#before },
      logs: isEnd && logs ? await logs(this.#opened as Opened) : "",
      privateKey: this.#sandbox.privateKey,
    });
    truth.moment += 1;
    return broken ?? (isEnd ? this.#brokenOwn() : undefined);
  }

  #compare(isEnd: boolean, evidence: Evidence): Broken | undefined {
    const { except = {} } = this.#shop;
    for (const when of isEnd ? (["always", "inTheEnd"] as const) : (["always"] as const)) {
      for (const [name, { holds, sentence, broken }] of Object.entries(promises)) {
        const isAsked = holds === when && !Object.hasOwn(except, name);
        const problem = isAsked ? broken(evidence) : undefined;
        if (problem) return { promise: name, sentence, problem };
      }
      this.#before = this.#believed;
    }
    return undefined;
  }

  async #readOrders(isEnd: boolean): Promise<Broken | { believed: Map<string, ShopOrder> }> {
    try {
      let orders = await this.#askForOrders();
      // A shop may come to know by being asked.
      for (let before = ""; isEnd && JSON.stringify(orders) !== before; ) {
        before = JSON.stringify(orders);
        await this.#quiet();
        orders = await this.#askForOrders();
      }
      return { believed: new Map(orders.map((each) => [each.id, each])) };
    } catch (error) {
      return { promise: "orders", sentence: "The shop can list its orders.", problem: `${error}` };
    }
  }

  /** A process that ends meanwhile answers nothing, and the next one is asked. */
  async #askForOrders(): Promise<readonly ShopOrder[]> {
    for (;;) {
      await this.#opening;
      const asked = this.#shop.orders(this.#opened as Opened);
      const orders = await Promise.race([asked, this.network.processEnded]);
      if (orders) return orders;
    }
  }

  async #brokenOwn(): Promise<Broken | undefined> {
    for (const [sentence, holds] of Object.entries(this.#shop.promises ?? {})) {
      const broken = { promise: sentence, sentence: `Yours: ${sentence}.` };
      try {
        if ((await holds(this.#opened as Opened, this.#sandbox)) === false)
          return { ...broken, problem: "The function returned false." };
      } catch (error) {
        return { ...broken, problem: `${error}` };
      }
    }
    return undefined;
  }

  write(text: string, isStep = false): void {
    if (!this.#isOver) this.#lines.push({ at: this.#now, text, isStep });
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 150) : String(error);
}
