export type Path = readonly (string | number)[];
export type JsonObject = { [key: string]: unknown };

/** A value in a bundled document, together with its path. */
export class Cursor {
  readonly value: unknown;
  readonly path: Path;
  readonly #document: JsonObject;
  #target: Cursor | undefined;

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

  /** The path as a JSON pointer. */
  get pointer(): string {
    return this.path.map((key) => `/${escapeKey(String(key))}`).join("");
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  get reference(): string | undefined {
    const pointer = isObject(this.value) ? this.value.$ref : undefined;
    return isString(pointer) && pointer.startsWith("#/") ? pointer : undefined;
  }

  /** The value that the `$ref` here points to, or this value if there is no `$ref`. */
  get target(): Cursor {
    if (!this.reference) return this;
    // Each missing keyword of a schema is looked for behind its reference.
    this.#target ??= this.reference
      .slice("#/".length)
      .split("/")
      .map(unescapeKey)
      .reduce((cursor: Cursor, key) => cursor.#child(key), Cursor.root(this.#document));
    return this.#target;
  }

  /** The value at `keys`. If a key does not exist here, the target of a `$ref` is searched. */
  at(...keys: (string | number)[]): Cursor {
    return keys.reduce((cursor: Cursor, key) => {
      const own = cursor.#child(key);
      return own.exists ? own : cursor.target.#child(key);
    }, this);
  }

  /** The members of this object or array, after following a `$ref`. */
  members(): Cursor[] {
    return this.target.ownMembers();
  }

  /** This value and everything below it, without following any `$ref`. */
  *descendants(): Generator<Cursor> {
    yield this;
    for (const member of this.ownMembers()) yield* member.descendants();
  }

  /** The members of this object or array, without following a `$ref`. */
  ownMembers(): Cursor[] {
    if (Array.isArray(this.value)) return this.value.map((_, index) => this.#child(index));
    return isObject(this.value) ? Object.keys(this.value).map((key) => this.#child(key)) : [];
  }

  #child(key: string | number): Cursor {
    const value = (this.value as JsonObject | undefined | null)?.[key];
    return new Cursor(this.#document, value, [...this.path, key]);
  }
}

/** The trimmed text at a key of an element. Empty if there is none. */
export function textAt(element: Cursor, key: string | number): string {
  const { value } = element.at(key);
  return isString(value) ? value.trim() : "";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
