import { expect, onTestFinished, test } from "vitest";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";
import { startTestReceiver } from "../../src/testing/index.ts";

async function receive() {
  const receiver = await startTestReceiver();
  onTestFinished(() => receiver.close());
  const post = async (body: string) => (await fetch(receiver.url, { method: "POST", body })).status;
  const send = (id: string, status: string) =>
    post(JSON.stringify({ eventId: `event of ${id}`, type: "payment", data: { id, status } }));
  return { receiver, post, send };
}

const idOf = ({ data }: PostbackBody) => data.id;

test("it lists the postbacks in the order of their arrival, repeated ones included", async () => {
  const { receiver, send } = await receive();
  await send("one", "PENDING");
  await send("two", "PENDING");
  await send("one", "PENDING");
  expect(receiver.postbacks().map(idOf)).toEqual(["one", "two", "one"]);
  expect(receiver.postbacks({ data: { id: "one" } })).toHaveLength(2);
  expect(receiver.postbacks(({ eventId }) => eventId === "event of two").map(idOf)).toEqual([
    "two",
  ]);
});

test("it waits for the postback of which all given fields match, at any depth", async () => {
  const { receiver, send } = await receive();
  const waiting = receiver.waitForPostback({
    type: "payment",
    data: { id: "two", status: "PAID" },
  });
  await send("one", "PAID");
  await send("two", "PENDING");
  await send("two", "PAID");
  expect(await waiting).toMatchObject({ data: { id: "two", status: "PAID" } });
});

test("a postback that arrived before counts", async () => {
  const { receiver, send } = await receive();
  await send("one", "PAID");
  expect(idOf(await receiver.waitForPostback())).toBe("one");
});

test("a postback that was cleared does not count", async () => {
  const { receiver, send } = await receive();
  await send("one", "PAID");
  receiver.clear();
  expect(receiver.postbacks()).toEqual([]);
  const waiting = receiver.waitForPostback({ data: { status: "PAID" } });
  await send("two", "PAID");
  expect(idOf(await waiting)).toBe("two");
});

test("several wait at the same time", async () => {
  const { receiver, send } = await receive();
  const waiting = ["one", "two"].map((id) => receiver.waitForPostback({ data: { id } }));
  await send("two", "PAID");
  await send("one", "PAID");
  expect((await Promise.all(waiting)).map(idOf)).toEqual(["one", "two"]);
});

test("after the timeout it says what it waited for, what arrived, and who waited", async () => {
  const { receiver, send } = await receive();
  await send("one", "PENDING");
  await send("one", "CANCELED");
  const failed = await receiver
    .waitForPostback({ data: { id: "one", status: "PAID" } }, { timeout: 50 })
    .catch((error: Error) => error);
  expect(failed).toMatchObject({
    message: `No postback like { data: { id: 'one', status: 'PAID' } } arrived within 50 ms. These arrived:
  payment one: PENDING
  payment one: CANCELED`,
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

test("it lists a body that is no postback after the timeout", async () => {
  const { receiver, post } = await receive();
  await post("{}");
  await expect(receiver.waitForPostback({ type: "payment" }, { timeout: 50 })).rejects.toThrow(
    "These arrived:\n  undefined undefined: undefined",
  );
});

test("it responds with the given statuses, of which the last repeats", async () => {
  const { receiver, send } = await receive();
  expect(await send("one", "PAID")).toBe(200);
  receiver.respondWith(503, 404);
  expect([await send("one", "PAID"), await send("one", "PAID"), await send("one", "PAID")]).toEqual(
    [503, 404, 404],
  );
});

test("it rejects what is no JSON object, and lists nothing of it", async () => {
  const { receiver, post } = await receive();
  expect([await post("no JSON"), await post("null"), await post("1")]).toEqual([400, 400, 400]);
  expect(receiver.postbacks()).toEqual([]);
});

test("after it is closed, nothing responds, and closing it again changes nothing", async () => {
  const { receiver, send } = await receive();
  await send("one", "PAID");
  await receiver.close();
  await receiver.close();
  await expect(send("two", "PAID")).rejects.toThrow("fetch failed");
});
