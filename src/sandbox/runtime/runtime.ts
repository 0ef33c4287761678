import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Company, CompanyClock } from "../store/records.ts";
import type { Settings } from "../store/store.ts";

/** What an access token states of its bearer. */
export interface Claims {
  /** The company. */
  sub: string;
  use: "access" | "refresh";
  /** Seconds since 1970, by the company's clock. */
  iat: number;
  exp: number;
  jti: string;
}

export interface RuntimeOptions {
  settings: Settings;
  wallClock: () => number;
  /** Where the clocks of new companies stand still, in milliseconds since 1970. */
  clock: number | undefined;
  controlToken: string | undefined;
  publicUrl?: string | undefined;
}

/** What comes from outside: time, chance, secrets, the address. Everything below asks for it here. */
export class Runtime {
  /** Where the sandbox listens, once it does. */
  url = "";
  readonly settings: Settings;
  /** Tokens that were found to be right. */
  readonly verifiedTokens = new Map<string, Claims>();
  readonly #options: RuntimeOptions;

  constructor(options: RuntimeOptions) {
    this.settings = options.settings;
    this.#options = options;
  }

  /** Where receivers of postbacks reach the sandbox. */
  get publicUrl(): string {
    return this.#options.publicUrl ?? this.url;
  }

  timeOf({ clock }: Pick<Company, "clock">): number {
    return "now" in clock ? clock.now : this.#options.wallClock() + clock.ahead;
  }

  newClock(): CompanyClock {
    const { clock } = this.#options;
    return clock === undefined ? { ahead: 0 } : { startedAt: clock, now: clock };
  }

  /** A random id, or with a seed the next one of those that `owner` gets. */
  uuid(owner: { id: string; drawn: number }): string {
    if (!this.settings.seeded) return randomUUID();
    const bytes = this.#derive(`id ${owner.id} ${owner.drawn}`);
    owner.drawn += 1;
    // The bits that say that it is a random one.
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return asUuid(bytes.toString("hex").slice(0, 32));
  }

  /** Follows from the sandbox's secret and `text`; without the secret nobody can tell it. */
  sign(text: string): Buffer {
    return this.#derive(`sign ${text}`);
  }

  /** Whether whoever sends this may make companies. */
  isControlToken(given: string | undefined): boolean {
    const { controlToken } = this.#options;
    return controlToken === undefined || timingSafeIsEqual(given ?? "", controlToken);
  }

  #derive(text: string): Buffer {
    return createHmac("sha256", this.settings.secret).update(text).digest();
  }
}

/** The settings of a new sandbox. With a seed, everything that it makes up follows from the seed. */
export function newSettings(seed: string | undefined): Settings {
  const secret = seed === undefined ? randomBytes(32).toString("hex") : secretFromSeed(seed);
  return { id: "sandbox", drawn: 0, secret, seeded: seed !== undefined };
}

export function secretFromSeed(seed: string): string {
  return createHmac("sha256", "centavo").update(seed).digest("hex");
}

/** Takes the same time however much of it is right. */
export function timingSafeIsEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** 32 hexadecimal digits in the groups of a UUID. */
export function asUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
