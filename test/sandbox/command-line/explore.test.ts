import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../../listen.ts";
import { runHere } from "../../run-command-line.ts";

/** What a shop answers at each path, with the status 200. A number is another status. */
type Answers = Record<string, string | number>;

/** Serves a shop that always answers the same, and returns the flags with its addresses. */
async function shopThat(answers: Answers): Promise<string[]> {
  const server = createServer(({ url = "" }, response) => {
    const answer = { "/reset": 204, "/buy": 204, "/orders": "[]", ...answers }[url] ?? 404;
    response.statusCode = typeof answer === "number" ? answer : 200;
    response.end(typeof answer === "number" ? undefined : answer);
  });
  return flagsFor(await listen(server));
}

function flagsFor(shop: string): string[] {
  const addresses = ["reset", "buy", "orders", "postbacks"].flatMap((name) => [
    `--${name}`,
    `${shop}/${name}`,
  ]);
  return [...addresses, "--port", "0"];
}

const explore = (...args: string[]) => runHere(["explore", ...args]);

test.each([
  "http://shop.example/buy",
  "http://127.0.0.1.shop.example/buy",
  "http://192.168.0.2/buy",
  "https://127.0.0.1/buy",
  "127.0.0.1:8000",
])("%s is no address of this machine", async (url) => {
  const flags = flagsFor("http://127.0.0.1:1");
  for (const flag of ["reset", "buy", "orders", "postbacks", "refund"]) {
    const { status, stderr } = await explore(...flags, `--${flag}`, url);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`invalid --${flag}: expected the http address on this machine that `),
    ]);
  }
});

test("without an address, or with a path but no seed, it says what is missing", async () => {
  const none = await explore("--buy", "http://127.0.0.1:1");
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("missing --reset: ")]);
  const path = await explore(...flagsFor("http://127.0.0.1:1"), "--path", "0:1");
  expect([path.status, path.stderr]).toEqual([
    2,
    expect.stringContaining("--path needs the --seed"),
  ]);
});

test("before a shop runs, it prints the variables to start it with, the same ones each time", async () => {
  const [first, second] = [await unreachable(), await unreachable()];
  expect(first.stderr).toMatch(
    /^CENTAVO_URL=http:\/\/127.0.0.1:\d+\nCENTAVO_PUBLIC_KEY=sandbox_\S+\nCENTAVO_PRIVATE_KEY=sandbox_\S+\n/,
  );
  expect(first.stderr).toContain("no shop responds at http://127.0.0.1:1/reset; start it with ");
  expect(first.status).toBe(3);
  const keysIn = (text: string) => text.match(/^CENTAVO_\w+_KEY=.*$/gm);
  expect(keysIn(second.stderr)).toEqual(keysIn(first.stderr));
});

const unreachable = () => explore(...flagsFor("http://127.0.0.1:1"));

test.each<[answers: Answers, problem: string]>([
  [{ "/reset": 404 }, "/reset answered the status 404; let it forget all orders and answer 204"],
  [{ "/orders": "<html>" }, "/orders answered no JSON; let it answer a JSON list such as [{"],
  [{ "/orders": "{}" }, "/orders answered no list; let it "],
  [{ "/orders": "[null]" }, "/orders answered with undefined in place of a string at [0].id; "],
  [
    { "/orders": '[{"id": "order-1", "paid": 1}]' },
    "/orders answered with number in place of a boolean at [0].paid; ",
  ],
  [
    { "/orders": '[{"id": "1", "paid": true}, {"id": "2", "paid": true, "shipped": null}]' },
    "/orders answered with object in place of a boolean at [1].shipped; ",
  ],
])("a shop that answers %o is told what is wrong", async (answers, problem) => {
  const { status, stderr } = await explore(...(await shopThat(answers)), "--stories", "3");
  expect(stderr).toContain(problem);
  expect(status).toBe(2);
});

test("a shop that never asks for a payment is not praised", async () => {
  const flags = await shopThat({ "/buy": 500 });
  const { status, stdout, stderr } = await explore(...flags, "--stories", "3", "--seed", "1");
  expect(stderr).toMatch(/no order has led to a payment: http:\S+\/buy answered 500: \n$/);
  expect([status, stdout]).toEqual([1, ""]);
});

test("a shop that calls everything paid breaks a promise, in a story that can be told again", async () => {
  const flags = await shopThat({ "/orders": '[{"id": "order-1", "paid": true}]' });
  const { status, stdout, stderr } = await explore(...flags, "--stories", "20", "--seed", "1");
  expect(stdout).toContain("What the shop calls paid was paid.\nThe shop calls order-1 paid.");
  expect(stderr).toContain("centavo: the shop has broken a promise\n");
  const [, seed = "", path = ""] = /--seed (\d+) --path (\S+)$/m.exec(stdout) ?? [];
  const again = await explore(...flags, "--seed", seed, "--path", path);
  expect(stepsIn(again.stdout)).toEqual(stepsIn(stdout));
  expect([status, again.status]).toEqual([1, 1]);
});

const stepsIn = (text: string) => text.match(/^ +\d+\. .*$/gm);
