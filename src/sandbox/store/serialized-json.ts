/** A value as stored JSON text, so that a response can contain it without parsing and serializing it. */
export class SerializedJson<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    return JSON.parse(this.text);
  }
}
