import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { png } from "../../../src/sandbox/documents/png.ts";

test("a picture of two by two pixels has the bytes of the standard", () => {
  const file = Buffer.from(
    png([
      [true, false],
      [false, true],
    ]),
  );
  const pixels = file.readUInt32BE(33);
  expect(file.subarray(0, 33).toString("hex")).toBe(
    "89504e470d0a1a0a" + "0000000d49484452" + "0000000200000002" + "0100000000" + "5acd3089",
  );
  expect(file.subarray(37, 41).toString()).toBe("IDAT");
  expect(inflateSync(file.subarray(41, 41 + pixels)).toString("hex")).toBe("0040" + "0080");
  expect(file.readUInt32BE(41 + pixels)).toBe(crc32(file.subarray(37, 41 + pixels)));
  expect(file.subarray(45 + pixels).toString("hex")).toBe("0000000049454e44ae426082");
});
