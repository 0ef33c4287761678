import { randomBytes } from "@noble/hashes/utils.js";
import type { Settings } from "../store/store.ts";
import { bytesToHex } from "./hashing.ts";
import type { Secrets } from "./signing-secret.ts";

/** Identifies a sequence of draws and counts them. With a seed, the next draw is derived from both. */
interface Sequence {
  id: string;
  drawCount: number;
  /** How often the count was set back. Each time, the ids that follow are others. */
  generation?: number;
}

/** The number of values of the counter in a time-ordered id. */
const COUNTER_VALUES = 0x1000000;

/** Generates ids and numbers: random ones, or the same ones in every run if there is a seed. */
export class Randomness {
  readonly #seeded: boolean;
  readonly #secrets: Secrets;
  #idCount = 0;

  constructor({ seeded }: Pick<Settings, "seeded">, secrets: Secrets) {
    this.#seeded = seeded;
    this.#secrets = secrets;
  }

  /** A random UUID, even with a seed: a request may belong to no company, so no sequence counts it. */
  requestId(): string {
    return randomUuid();
  }

  /** A text that nobody can guess, even with a seed. */
  unguessable(): string {
    return randomUuid();
  }

  /** A UUID of version 4: random, or with a seed the next one of the sequence. */
  uuid(sequence: Sequence): string {
    if (!this.#seeded) return randomUuid();
    const digits = this.#drawForId(sequence);
    const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
    return asUuid(
      `${digits.slice(0, 12)}4${digits.slice(13, 16)}${variant}${digits.slice(17, 32)}`,
    );
  }

  /**
   * A UUID of version 7. It begins with a time in milliseconds and a counter, so the ids of a company are
   * nearly in the order of their creation. An index then writes new ids next to each other.
   */
  timeOrderedUuid(sequence: Sequence, time: number): string {
    const count = this.#seeded ? sequence.drawCount : this.#idCount++;
    const random = this.#seeded ? this.#drawForId(sequence).slice(0, 12) : randomUuid().slice(-12);
    const counter = count % COUNTER_VALUES;
    return [
      hex(Math.floor(time / 2 ** 16), 8),
      hex(time % 2 ** 16, 4),
      hex(0x7000 + (counter >> 12), 4),
      hex(0x8000 + (counter & 0xfff), 4),
      random,
    ].join("-");
  }

  /**
   * A number from 0 up to, but not including, 1. In each generation it is the same: what happens to a test
   * after a restore does not depend on how many tests ran before.
   */
  fraction(sequence: Sequence): number {
    if (!this.#seeded) return Math.random();
    return Number.parseInt(this.#draw(sequence.id, sequence).slice(0, 8), 16) / 2 ** 32;
  }

  /** Digits that no other id of the sequence has, not even one from before a reset or a restore. */
  #drawForId(sequence: Sequence): string {
    const { id, generation = 0 } = sequence;
    return this.#draw(generation === 0 ? id : `${id} ${generation}`, sequence);
  }

  /** The next 64 hexadecimal digits of a seeded sequence. */
  #draw(name: string, sequence: Sequence): string {
    const digits = bytesToHex(this.#secrets.hmac(`id ${name} ${sequence.drawCount}`));
    sequence.drawCount += 1;
    return digits;
  }
}

/** `crypto.randomUUID` is missing on pages that came without TLS. */
export function randomUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const digits = bytesToHex(randomBytes(16));
  return asUuid(`${digits.slice(0, 12)}4${digits.slice(13, 16)}8${digits.slice(17)}`);
}

/** Formats 32 hexadecimal digits as a UUID. */
export function asUuid(digits: string): string {
  // A template would keep all its parts in memory.
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join("-");
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, "0");
}
