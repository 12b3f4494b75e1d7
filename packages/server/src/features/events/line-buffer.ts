// Lines that wait for their commit, outside of the heap.
import type { Line } from './entry.ts';
import { TextBuffer } from './text-buffer.ts';

/** Holds lines in the order that they come in. */
export class LineBuffer {
  readonly #texts = new TextBuffer();
  #waiting: number[] = [];
  #events = 0;

  /** How many events the lines tell. */
  get events(): number {
    return this.#events;
  }

  /** How many bytes the lines have. */
  get size(): number {
    return this.#texts.size;
  }

  add({ siteId, partition, text, events }: Line): void {
    this.#texts.add(text);
    this.#waiting.push(siteId, partition, events, this.#texts.size);
    this.#events += events;
  }

  /** Gives the lines in the order that they came in, and is empty. */
  take(): Line[] {
    const lines: Line[] = [];
    const waiting = this.#waiting;
    let from = 0;
    for (let at = 0; at < waiting.length; at += 4) {
      const end = waiting[at + 3]!;
      lines.push({
        siteId: waiting[at]!,
        partition: waiting[at + 1]!,
        events: waiting[at + 2]!,
        text: this.#texts.textAt(from, end),
      });
      from = end;
    }
    this.#waiting = [];
    this.#texts.clear();
    this.#events = 0;
    return lines;
  }
}
