import { describe, expect, test } from "vitest";
import { post, statusesOf } from "../../raw-socket.ts";
import { openShop } from "../company-fixture.ts";
import { hostileJson, places } from "./hostile-json.ts";

/** As deep as some can copy, can write, or as a stack; and of the longest that a log keeps, and more. */
const SIZES = [800, 3_000, 5_200, 20_000, 600_000];

const inList = (json: string) => places["an unknown field"](json).replace("note", "splits");

describe.each(Object.entries({ ...places, "a known list": inList }))("in %s", (place, put) => {
  test.each(Object.entries(hostileJson))("%s gets a response, and is logged", async (_, make) => {
    const shop = await openShop();
    const authorization = `authorization: Bearer ${await shop.token()}`;
    let paid = 0;
    for (const size of SIZES) {
      const [status = 0] = await statusesOf(
        shop.url,
        post("/payments", put(make(size)), authorization),
      );
      if (place === "an unknown field") expect(status).toBe(200);
      if (place.startsWith("a known")) expect(status).toBe(400);
      expect([200, 400]).toContain(status);
      paid += status === 200 ? 1 : 0;
      const { data } = await shop.control.requests.list({ limit: 1 });
      expect(data).toMatchObject([{ operationId: "payments.create", status }]);
    }
    expect((await shop.centavo.payments.list()).meta.total).toBe(paid);
  });
});
