// Texts as bytes, outside of the heap.

const firstBytes = 4 * 1024;
/** A buffer that has become larger than that is not kept when it is emptied. */
const keptBytes = 4 * 1024 * 1024;
/** Of UTF-8 for a unit of UTF-16. */
const mostBytesAUnit = 3;
const lineEnd = 0x0a;

/**
 * Stores texts one behind the other as UTF-8: as strings they would live just long enough to be
 * copied by collections of young objects, or to fill what is collected as a whole. ADR 0042.
 */
export class TextBuffer {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #used = 0;

  /** How many bytes the texts have. */
  get size(): number {
    return this.#used;
  }

  addLine(text: string): void {
    this.#makeRoom(text.length * mostBytesAUnit + 1);
    this.#used += this.#bytes.write(text, this.#used);
    this.#bytes[this.#used] = lineEnd;
    this.#used += 1;
  }

  /** Adds texts of UTF-8. */
  addBytes(texts: Buffer): void {
    this.#makeRoom(texts.length);
    this.#used += texts.copy(this.#bytes, this.#used);
  }

  /** All of it, without a copy: what is added after the next `clear` overwrites it. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }

  clear(): void {
    this.#used = 0;
    if (this.#bytes.length > keptBytes) this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}
