import { expect, onTestFinished, test } from "vitest";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";
import { startTestReceiver } from "../../src/testing/index.ts";

/** A receiver, and a function that sends it postbacks and returns the responses. */
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

type Sent = [id: string, status: string];

const idOf = ({ data }: PostbackBody) => data.id;

test("it lists the postbacks in the order of their arrival, repeated ones included", async () => {
  const { receiver } = await receive(["one", "PENDING"], ["two", "PENDING"], ["one", "PENDING"]);
  expect(receiver.postbacks().map(idOf)).toEqual(["one", "two", "one"]);
  expect(receiver.postbacks({ data: { id: "one" } })).toHaveLength(2);
  const ofTwo = receiver.postbacks(({ eventId }) => eventId === "event of two");
  expect(ofTwo.map(idOf)).toEqual(["two"]);
});

test("it waits for the postback of which all given fields match, at any depth", async () => {
  const { receiver, send } = await receive();
  const paid = { type: "payment", data: { id: "two", status: "PAID" } } as const;
  const waiting = receiver.waitForPostback(paid);
  await send(["one", "PAID"], ["two", "PENDING"], ["two", "PAID"]);
  expect(await waiting).toMatchObject(paid);
});

test("a postback that arrived before counts, unless it was cleared", async () => {
  const { receiver, send } = await receive(["one", "PAID"]);
  expect(idOf(await receiver.waitForPostback())).toBe("one");
  receiver.clear();
  expect(receiver.postbacks()).toEqual([]);
  const waiting = receiver.waitForPostback({ data: { status: "PAID" } });
  await send(["two", "PAID"]);
  expect(idOf(await waiting)).toBe("two");
});

test("several wait at the same time", async () => {
  const { receiver, send } = await receive();
  const waiting = ["one", "two"].map((id) => receiver.waitForPostback({ data: { id } }));
  await send(["two", "PAID"], ["one", "PAID"]);
  expect((await Promise.all(waiting)).map(idOf)).toEqual(["one", "two"]);
});

test("after the timeout it says what it waited for, what arrived, and who waited", async () => {
  const { receiver, post } = await receive(["one", "PENDING"], ["one", "CANCELED"]);
  await post("{}");
  const waiting = receiver.waitForPostback(
    { data: { id: "one", status: "PAID" } },
    { timeout: 50 },
  );
  await expect(waiting).rejects.toMatchObject({
    message: `No postback like { data: { id: 'one', status: 'PAID' } } arrived within 50 ms. These arrived:
  payment one: PENDING
  payment one: CANCELED
  undefined undefined: undefined`,
    stack: expect.stringContaining("test-receiver.test.ts"),
  });
});

test("after the timeout it says that nothing arrived, and shows the function", async () => {
  const { receiver } = await receive();
  const waiting = receiver.waitForPostback(({ data }) => data.amount > 100, { timeout: 50 });
  await expect(waiting).rejects.toThrow(
    "No postback like ({ data }) => data.amount > 100 arrived within 50 ms. None arrived at all.",
  );
});

test("it responds with the given statuses, of which the last repeats", async () => {
  const { receiver, send } = await receive();
  expect(await send(["one", "PAID"])).toEqual([200]);
  receiver.respondWith(503, 404);
  expect(await send(["one", "PAID"], ["one", "PAID"], ["one", "PAID"])).toEqual([503, 404, 404]);
});

test("it rejects what is no JSON object, and lists nothing of it", async () => {
  const { receiver, post } = await receive();
  expect([await post("no JSON"), await post("null"), await post("1")]).toEqual([400, 400, 400]);
  expect(receiver.postbacks()).toEqual([]);
});

test("after it is closed, nothing responds, and closing it again changes nothing", async () => {
  const { receiver, send } = await receive(["one", "PAID"]);
  await receiver.close();
  await receiver.close();
  await expect(send(["two", "PAID"])).rejects.toThrow("fetch failed");
});
