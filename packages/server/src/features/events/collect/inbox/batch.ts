// Lines that go into one commit, and the rows that they become.
import { TextBuffer } from '../text-buffer.ts';
import { pack } from './packing.ts';

/** A line on its way, and the partition that keeps a user's lines together. */
export interface InboxLine {
  readonly siteId: number;
  readonly partition: number;
  /** Without control characters: JSON has none. */
  readonly text: string;
}

/** Rows by their columns; each has lines of one partition of one site. */
export interface InboxRows {
  readonly siteIds: readonly number[];
  readonly partitions: readonly number[];
  /** How many bytes the lines have where they are packed; null where they are not. */
  readonly sizes: readonly (number | null)[];
  /** Where in `bytes` the lines begin, or what they are packed in, and how many bytes it has. */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly bytes: Buffer;
}

/** The lines of a row. */
export interface InboxText {
  readonly siteId: number;
  readonly partition: number;
  readonly text: Buffer;
}

interface Place {
  readonly siteId: number;
  readonly partition: number;
  /** Its lines, each with an end. */
  readonly text: TextBuffer;
}

/** A row takes no more lines once it has so many bytes: a worker takes rows as they are. */
const fullRowBytes = 64 * 1024;
/** Fewer bytes are kept as they are: decision 0042. */
const packedFromBytes = 4 * 1024;
/** Sites come and go: beyond, their lines' memory is not kept. */
const placesKept = 512;
/** More than there are partitions, whatever their number is. */
const partitionsMost = 2 ** 20;
const lineEnd = 0x0a;

/** Keeps lines outside of the heap. An emptied batch keeps its memory: decision 0042. */
export class InboxBatch {
  readonly #places = new Map<number, Place>();
  readonly #sent = new TextBuffer();
  #size = 0;
  #bytes = 0;

  /** How many lines it has. */
  get size(): number {
    return this.#size;
  }

  /** How many bytes the lines have. */
  get bytes(): number {
    return this.#bytes;
  }

  add({ siteId, partition, text }: InboxLine): this {
    const place = this.#placeOf(siteId, partition);
    const before = place.text.size;
    place.text.addLine(text);
    this.#size += 1;
    this.#bytes += place.text.size - before;
    return this;
  }

  /** Adds the lines of another one. */
  addAll(other: InboxBatch): void {
    for (const { siteId, partition, text } of other.#places.values()) {
      if (text.size > 0) this.#placeOf(siteId, partition).text.addBytes(text.bytes());
    }
    this.#size += other.#size;
    this.#bytes += other.#bytes;
  }

  /** The lines of each row, in the order that they came in. */
  texts(): InboxText[] {
    return [...this.#places.values()].flatMap(({ siteId, partition, text }) =>
      piecesOf(text.bytes()).map((piece) => ({ siteId, partition, text: piece })),
    );
  }

  /** The rows; their bytes are overwritten after the next `clear`. */
  async rows(): Promise<InboxRows> {
    const rows = this.texts();
    const kept = rows.map(({ text }) => (isPacked(text) ? pack(text) : text));
    const starts: number[] = [];
    const lengths: number[] = [];
    this.#sent.clear();
    for (const bytes of await Promise.all(kept)) {
      starts.push(this.#sent.size);
      lengths.push(bytes.length);
      this.#sent.addBytes(bytes);
    }
    return {
      siteIds: rows.map(({ siteId }) => siteId),
      partitions: rows.map(({ partition }) => partition),
      sizes: rows.map(({ text }) => (isPacked(text) ? text.length : null)),
      ...{ starts, lengths, bytes: this.#sent.bytes() },
    };
  }

  clear(): void {
    if (this.#places.size > placesKept) this.#places.clear();
    for (const { text } of this.#places.values()) text.clear();
    this.#size = 0;
    this.#bytes = 0;
  }

  #placeOf(siteId: number, partition: number): Place {
    const key = siteId * partitionsMost + partition;
    const known = this.#places.get(key);
    if (known) return known;
    const place = { siteId, partition, text: new TextBuffer() };
    this.#places.set(key, place);
    return place;
  }
}

const isPacked = ({ length }: Buffer) => length >= packedFromBytes;

/** Cuts lines into rows, without the last one's end. */
function piecesOf(lines: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < lines.length; ) {
    const end = lines.indexOf(lineEnd, from + fullRowBytes);
    const to = end === -1 ? lines.length - 1 : end;
    pieces.push(lines.subarray(from, to));
    from = to + 1;
  }
  return pieces;
}
