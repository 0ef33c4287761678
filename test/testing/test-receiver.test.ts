import { expect, onTestFinished, test } from "vitest";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";
import { startTestReceiver } from "../../src/testing/index.ts";

type Sent = [id: string, status: string];

/** A receiver to which these postbacks were sent, and a function that sends more and returns the responses. */
async function receive(...sent: Sent[]) {
  const receiver = await startTestReceiver();
  onTestFinished(() => receiver.close());
  const post = async (body: string) => (await fetch(receiver.url, { method: "POST", body })).status;
  const send = async (...sent: Sent[]) => {
    const responses: number[] = [];
    for (const [id, status] of sent) {
      const postback = { eventId: `event of ${id}`, type: "payment", data: { id, status } };
      responses.push(await post(JSON.stringify(postback)));
    }
    return responses;
  };
  await send(...sent);
  return { receiver, post, send };
}

const idOf = ({ data }: PostbackBody) => data.id;

test("it lists the postbacks in the order of their arrival, repeated ones included", async () => {
  const { receiver } = await receive(["one", "PENDING"], ["two", "PENDING"], ["one", "PENDING"]);
  expect(receiver.postbacks().map(idOf)).toEqual(["one", "two", "one"]);
  expect(receiver.postbacks({ data: { id: "one" } })).toHaveLength(2);
  const ofTwo = receiver.postbacks(({ eventId }) => eventId === "event of two");
  expect(ofTwo.map(idOf)).toEqual(["two"]);
});

test("several wait at the same time, each for the postback of which all given fields match", async () => {
  const { receiver, send } = await receive();
  const waiting = ["one", "two"].map((id) =>
    receiver.waitForPostback({ type: "payment", data: { id, status: "PAID" } }),
  );
  await send(["two", "PENDING"], ["two", "PAID"], ["one", "PAID"]);
  const found = (await Promise.all(waiting)).map(({ data }) => [data.id, data.status]);
  expect(found).toEqual([
    ["one", "PAID"],
    ["two", "PAID"],
  ]);
});

test("a postback that arrived before counts, unless it was cleared", async () => {
  const { receiver, send } = await receive(["one", "PAID"]);
  expect(idOf(await receiver.waitForPostback())).toBe("one");
  receiver.clear();
  const waiting = receiver.waitForPostback({ data: { status: "PAID" } });
  await send(["two", "PAID"]);
  expect(idOf(await waiting)).toBe("two");
});

test("after the timeout it says what it waited for, what arrived, and who waited", async () => {
  const { receiver } = await receive(["one", "PENDING"], ["one", "CANCELED"]);
  const paid = { data: { id: "one", status: "PAID" } } as const;
  await expect(receiver.waitForPostback(paid, { timeout: 50 })).rejects.toMatchObject({
    message: `No postback like { data: { id: 'one', status: 'PAID' } } arrived within 50 ms. These arrived:
  payment one: PENDING
  payment one: CANCELED`,
    stack: expect.stringContaining("test-receiver.test.ts"),
  });
});

test("it responds with the given statuses, of which the last repeats, and lists no broken JSON", async () => {
  const { receiver, post, send } = await receive();
  expect([await post("no JSON"), await post("null")]).toEqual([400, 400]);
  expect(receiver.postbacks()).toEqual([]);
  expect(await send(["one", "PAID"])).toEqual([200]);
  receiver.respondWith(503, 404);
  expect(await send(["one", "PAID"], ["one", "PAID"], ["one", "PAID"])).toEqual([503, 404, 404]);
  // After the test it is closed once more, which changes nothing.
  await receiver.close();
});
