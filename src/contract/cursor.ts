export type Path = readonly (string | number)[];
export type JsonObject = { [key: string]: unknown };

/** A value in a bundled document, and where it stands. */
export class Cursor {
  readonly value: unknown;
  readonly path: Path;
  readonly #document: JsonObject;

  private constructor(document: JsonObject, value: unknown, path: Path) {
    this.#document = document;
    this.value = value;
    this.path = path;
  }

  static root(document: JsonObject): Cursor {
    return new Cursor(document, document, []);
  }

  get key(): string {
    return String(this.path.at(-1) ?? "");
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  get reference(): string | undefined {
    const pointer = isObject(this.value) ? this.value.$ref : undefined;
    return isString(pointer) && pointer.startsWith("#/") ? pointer : undefined;
  }

  /** What a `$ref` here leads to, and itself where there is none. */
  get target(): Cursor {
    if (!this.reference) return this;
    const keys = this.reference.slice("#/".length).split("/").map(unescapeKey);
    return keys.reduce((place: Cursor, key) => place.#child(key), Cursor.root(this.#document));
  }

  /** The value at `keys`: what stands here counts, and else what a `$ref` here leads to. */
  at(...keys: (string | number)[]): Cursor {
    return keys.reduce((place: Cursor, key) => {
      const own = place.#child(key);
      return own.exists ? own : place.target.#child(key);
    }, this);
  }

  /** The members of the object or list that stands here, or that a `$ref` here leads to. */
  members(): Cursor[] {
    return this.target.ownMembers();
  }

  /** This place and everything written under it; no `$ref` is followed. */
  *descendants(): Generator<Cursor> {
    yield this;
    for (const member of this.ownMembers()) yield* member.descendants();
  }

  /** The members of the object or list that stands here; no `$ref` is followed. */
  ownMembers(): Cursor[] {
    if (Array.isArray(this.value)) return this.value.map((_, index) => this.#child(index));
    return isObject(this.value) ? Object.keys(this.value).map((key) => this.#child(key)) : [];
  }

  #child(key: string | number): Cursor {
    const value = (this.value as JsonObject | undefined | null)?.[key];
    return new Cursor(this.#document, value, [...this.path, key]);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
