/** Stored JSON that a response can contain without parsing and serializing it. */
export class UnparsedJson<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    return JSON.parse(this.text);
  }
}
