import { randomUUID } from "node:crypto";
import type { Settings } from "../store/store.ts";
import type { Secrets } from "./signing-secret.ts";

/** Who draws, and how often it has drawn: with a seed, the next id or number follows from both. */
export interface Sequence {
  id: string;
  drawn: number;
}

/** Draws ids and numbers: at random, or with a seed the same ones in every run. */
export class Randomness {
  readonly #seeded: boolean;
  readonly #secrets: Secrets;

  constructor({ seeded }: Pick<Settings, "seeded">, secrets: Secrets) {
    this.#seeded = seeded;
    this.#secrets = secrets;
  }

  /** A random UUID, or with a seed the next one of the sequence, which moves on. */
  uuid(sequence: Sequence): string {
    if (!this.#seeded) return randomUUID();
    const bytes = this.#secrets.hmac(`id ${sequence.id} ${sequence.drawn}`);
    sequence.drawn += 1;
    // The version and the variant of a random UUID.
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return asUuid(bytes.toString("hex").slice(0, 32));
  }

  /** A number from 0 up to, but not including, 1. */
  fraction(sequence: Sequence): number {
    return Number.parseInt(this.uuid(sequence).slice(0, 8), 16) / 2 ** 32;
  }
}

/** 32 hexadecimal digits in the groups of a UUID. */
export function asUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
