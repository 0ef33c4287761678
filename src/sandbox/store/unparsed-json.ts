/** Stored JSON that is sent as it is, without parsing and serializing it again. */
export class UnparsedJson<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    return JSON.parse(this.text);
  }
}
