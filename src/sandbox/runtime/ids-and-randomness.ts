import { randomUUID } from "node:crypto";
import type { Settings } from "../store/store.ts";
import type { Secrets } from "./signing-secret.ts";

/** Identifies a sequence of draws and counts them. With a seed, the next draw is derived from both. */
interface Sequence {
  id: string;
  drawCount: number;
}

/** Generates ids and numbers: random ones, or the same ones in every run if there is a seed. */
export class Randomness {
  readonly #seeded: boolean;
  readonly #secrets: Secrets;

  constructor({ seeded }: Pick<Settings, "seeded">, secrets: Secrets) {
    this.#seeded = seeded;
    this.#secrets = secrets;
  }

  /** A random UUID, or with a seed the next one of the sequence. */
  uuid(sequence: Sequence): string {
    if (!this.#seeded) return randomUUID();
    const bytes = this.#secrets.hmac(`id ${sequence.id} ${sequence.drawCount}`);
    sequence.drawCount += 1;
    // Sets the version and variant bits of a random UUID (version 4).
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return asUuid(bytes.toString("hex").slice(0, 32));
  }

  /** A number from 0 up to, but not including, 1. */
  fraction(sequence: Sequence): number {
    return Number.parseInt(this.uuid(sequence).slice(0, 8), 16) / 2 ** 32;
  }
}

/** Formats 32 hexadecimal digits as a UUID. */
export function asUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
