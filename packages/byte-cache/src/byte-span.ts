// A stretch of bytes: what a `Buffer` of them would be, at a fraction of what making one costs.

/** Bytes that others may be spans of, too. Numbers in it are little-endian. */
export class ByteSpan {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #from: number;
  readonly length: number;

  constructor(bytes: Buffer, view: DataView, from: number, length: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#from = from;
    this.length = length;
  }

  /** The whole of some bytes. */
  static of(bytes: Buffer): ByteSpan {
    const { buffer, byteOffset, length } = bytes;
    return new ByteSpan(bytes, new DataView(buffer, byteOffset, length), 0, length);
  }

  uint32(at: number): number {
    return this.#view.getUint32(this.#from + at, true);
  }

  double(at: number): number {
    return this.#view.getFloat64(this.#from + at, true);
  }

  /** Of UTF-8. */
  text(from = 0, to = this.length): string {
    return this.#bytes.toString('utf8', this.#from + from, this.#from + to);
  }

  toString(): string {
    return this.text();
  }

  span(from: number, to = this.length): ByteSpan {
    return new ByteSpan(this.#bytes, this.#view, this.#from + from, to - from);
  }

  /** Of the same memory. */
  toBuffer(): Buffer {
    return this.#bytes.subarray(this.#from, this.#from + this.length);
  }
}
