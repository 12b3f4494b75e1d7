// Lines that wait for their commit, outside of the heap.
import type { Line } from './entry.ts';

const firstBytes = 64 * 1024;
/** Of UTF-8 for a unit of UTF-16. */
const mostBytesAUnit = 3;

/**
 * Holds lines as bytes: as objects they would live just long enough to be copied by every
 * collection of young objects, which cost more than all else about them.
 */
export class LineBuffer {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #used = 0;
  #waiting: number[] = [];
  #events = 0;

  /** How many events the lines tell. */
  get events(): number {
    return this.#events;
  }

  /** How many bytes the lines have. */
  get size(): number {
    return this.#used;
  }

  add({ siteId, partition, text, events }: Line): void {
    this.#makeRoom(text.length * mostBytesAUnit);
    this.#used += this.#bytes.write(text, this.#used);
    this.#waiting.push(siteId, partition, events, this.#used);
    this.#events += events;
  }

  /** Gives the lines in the order that they came in, and is empty. */
  take(): Line[] {
    const lines: Line[] = [];
    const waiting = this.#waiting;
    let from = 0;
    for (let at = 0; at < waiting.length; at += 4) {
      const end = waiting[at + 3]!;
      const text = this.#bytes.toString('utf8', from, end);
      lines.push({
        siteId: waiting[at]!,
        partition: waiting[at + 1]!,
        events: waiting[at + 2]!,
        text,
      });
      from = end;
    }
    this.#waiting = [];
    this.#used = 0;
    this.#events = 0;
    return lines;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}
