// What was derived from a profile, as bytes: reading it takes a tenth of deriving it again.
import type { ByteSpan } from '@attune/byte-cache';
import type { RankedValue } from '@attune/core';

/** What was derived from a profile, as bytes: reading it takes a tenth of deriving it again. */
export interface Derived {
  readonly head?: {
    readonly firstSeen: number | undefined;
    readonly lastSeen: number | undefined;
    /** Of each assignment key, the variation that the user stays with. */
    readonly assignments: ReadonlyMap<string, number>;
  };
  readonly ranks?: {
    readonly basis: number;
    readonly properties: readonly string[];
    readonly byProperty: Map<string, readonly RankedValue[]>;
  };
  readonly activity?: {
    /** UTC day, days since the epoch. */
    readonly today: number;
    readonly byQuestion: Map<string, number>;
  };
}

const hasHead = 1;
const hasRanks = 2;
const hasActivity = 4;
const numberBytes = 8;
/** Between texts: no stored text contains it. */
const separator = '\0';

/** Writes derived values: their numbers, in the order of the interface, and then their texts. */
export function packDerived({ head, ranks, activity }: Derived): Buffer {
  const numbers = [(head ? hasHead : 0) + (ranks ? hasRanks : 0) + (activity ? hasActivity : 0)];
  const texts: string[] = [];
  const addMap = (values: ReadonlyMap<string, number>) => {
    numbers.push(values.size, ...values.values());
    texts.push(...values.keys());
  };
  if (head) {
    // Not a number: never seen.
    numbers.push(head.firstSeen ?? Number.NaN, head.lastSeen ?? Number.NaN);
    addMap(head.assignments);
  }
  if (ranks) {
    numbers.push(ranks.basis, ranks.properties.length, ranks.byProperty.size);
    texts.push(...ranks.properties);
    for (const [property, values] of ranks.byProperty) {
      numbers.push(values.length);
      texts.push(property);
      for (const { value, score, expected, lastDay } of values) {
        numbers.push(score, expected, lastDay);
        texts.push(value);
      }
    }
  }
  if (activity) {
    numbers.push(activity.today);
    addMap(activity.byQuestion);
  }
  const text = texts.join(separator);
  const textAt = numberBytes * (1 + numbers.length);
  const bytes = Buffer.allocUnsafe(textAt + Buffer.byteLength(text));
  bytes.writeDoubleLE(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) {
    bytes.writeDoubleLE(numbers[at]!, numberBytes * (1 + at));
  }
  bytes.write(text, textAt);
  return bytes;
}

/** Reads what `packDerived` wrote. */
export function unpackDerived(bytes: ByteSpan): Derived {
  const reader = new Reader(bytes);
  const flags = reader.number();
  return {
    ...(flags & hasHead && { head: readHead(reader) }),
    ...(flags & hasRanks && { ranks: readRanks(reader) }),
    ...(flags & hasActivity && {
      activity: { today: reader.number(), byQuestion: reader.map() },
    }),
  };
}

function readHead(reader: Reader): NonNullable<Derived['head']> {
  const [first, last] = [reader.number(), reader.number()];
  return {
    firstSeen: Number.isNaN(first) ? undefined : first,
    lastSeen: Number.isNaN(last) ? undefined : last,
    assignments: reader.map(),
  };
}

function readRanks(reader: Reader): NonNullable<Derived['ranks']> {
  const [basis, count, ranked] = [reader.number(), reader.number(), reader.number()];
  const properties: string[] = [];
  for (let at = 0; at < count; at += 1) properties.push(reader.text());
  const byProperty = new Map<string, readonly RankedValue[]>();
  for (let at = 0; at < ranked; at += 1) {
    const property = reader.text();
    const values: RankedValue[] = [];
    const last = reader.number();
    for (let rank = 1; rank <= last; rank += 1) {
      const value = reader.text();
      const [score, expected, lastDay] = [reader.number(), reader.number(), reader.number()];
      values.push({ value, score, expected, rank, lastDay });
    }
    byProperty.set(property, values);
  }
  return { basis, properties, byProperty };
}

class Reader {
  readonly #bytes: ByteSpan;
  readonly #texts: readonly string[];
  #numberAt = numberBytes;
  #textAt = 0;

  constructor(bytes: ByteSpan) {
    const textAt = numberBytes * (1 + bytes.double(0));
    this.#bytes = bytes;
    this.#texts = bytes.text(textAt).split(separator);
  }

  number(): number {
    const value = this.#bytes.double(this.#numberAt);
    this.#numberAt += numberBytes;
    return value;
  }

  text(): string {
    const text = this.#texts[this.#textAt]!;
    this.#textAt += 1;
    return text;
  }

  map(): Map<string, number> {
    const values = new Map<string, number>();
    for (let left = this.number(); left > 0; left -= 1) values.set(this.text(), this.number());
    return values;
  }
}
