/** A value as the JSON that is kept of it, so that it can be sent without being read and written again. */
export class SerializedJson<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    return JSON.parse(this.text);
  }
}
