/** Joins pieces of bytes as they arrive: kept as objects, pieces of one byte would take a hundred times their size. */
export class ByteBuffer {
  #bytes = new Uint8Array();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** Returns the bytes, which the next piece overwrites. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}
