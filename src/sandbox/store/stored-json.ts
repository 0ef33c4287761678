/** Stored JSON that a response can contain without parsing and serializing it. */
export class StoredJson<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    return JSON.parse(this.text);
  }
}

export function parsed<Value>(value: Value | StoredJson<Value>): Value {
  return value instanceof StoredJson ? value.read() : value;
}
