// Bytes by key outside of JavaScript's heap, where a million of them cost the garbage collector
// nothing.
//
// Entries are appended to slabs and never changed. Hash tables of numbers find them: a key has its
// slot among a few neighbours, and where all of those are taken, one entry is evicted. So no choice
// of keys makes a look-up long, and what grows is one of many small tables.
import { randomBytes } from 'node:crypto';
import { ByteSpan } from './byte-span.ts';

/** The bytes of a key, in two parts: what every read needs, and what few do. */
export interface Parts<Bytes> {
  readonly main: Bytes;
  readonly rare: Bytes;
}

/** `hashed` is the key's `keyedHash`, always of the same one. */
export interface PackedBytes {
  /** The spans are of the cache's own memory: copy what you keep. */
  readonly get: (key: string, hashed: number) => Parts<ByteSpan> | undefined;
  readonly set: (key: string, hashed: number, value: Parts<Uint8Array>) => void;
  readonly delete: (key: string, hashed: number) => boolean;
  readonly clear: () => void;
}

const slabBytes = 8 * 1024 * 1024;
/** A place is a slab and a unit in it, so that 32 bits address 32 GiB. */
const unitBytes = 8;
const unitsInSlab = slabBytes / unitBytes;
/** Of an entry, before its key: how long its key and its parts are, and the rare one's place. */
const headBytes = 16;
/** About what its slot takes. */
const slotBytes = 16;
const tableBits = 8;
const firstSlots = 64;
const neighbours = 32;
/** In the place of a slot: there is none. */
const free = 0;

/**
 * A store of about `mostBytes`, in two generations: what was not read while the younger one filled
 * up is dropped. Keys are of Latin-1.
 */
export function packedBytes(mostBytes: number): PackedBytes {
  let young = new Generation();
  let old = new Generation();

  function set(key: string, hashed: number, value: Parts<Uint8Array>): void {
    young.set(key, hashed, value);
    if (young.bytes <= mostBytes / 2) return;
    old = young;
    young = new Generation();
  }

  return {
    set,
    get(key, hashed) {
      const found = young.get(key, hashed);
      if (found) return found;
      const elder = old.get(key, hashed);
      if (elder) set(key, hashed, { main: elder.main.toBuffer(), rare: elder.rare.toBuffer() });
      return elder;
    },
    delete(key, hashed) {
      const wasYoung = young.delete(key, hashed);
      return old.delete(key, hashed) || wasYoung;
    },
    clear() {
      young = new Generation();
      old = new Generation();
    },
  };
}

/** FNV-1a from a random state, mixed so that all of its bits tell keys apart. */
export function keyedHash(): (key: string) => number {
  const seed = randomBytes(4).readUInt32LE();
  return (key) => {
    let state = seed;
    for (let at = 0; at < key.length; at += 1) {
      state = Math.imul(state ^ key.charCodeAt(at), 0x01000193);
    }
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    return (state ^ (state >>> 16)) >>> 0;
  };
}

interface Slab {
  readonly bytes: Buffer;
  /** The same, to be read. */
  readonly span: ByteSpan;
}

/** Bytes that are appended to, and never changed. */
class Slabs {
  readonly #slabs: Slab[] = [];
  /** Of the last slab. */
  #usedBytes = slabBytes;

  /** Makes room behind what was appended last, a unit at least; gives its place. */
  append(bytes: number): number {
    const length = Math.max(bytes, unitBytes);
    if (this.#usedBytes + length > slabBytes) {
      // What is longer than a slab has one to itself.
      const slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, length));
      this.#slabs.push({ bytes: slab, span: ByteSpan.of(slab) });
      this.#usedBytes = 0;
    }
    const from = this.#usedBytes;
    this.#usedBytes = unitBytes * Math.ceil((from + length) / unitBytes);
    return 1 + (this.#slabs.length - 1) * unitsInSlab + from / unitBytes;
  }

  /** The slab of a place. */
  of(place: number): Slab {
    return this.#slabs[Math.floor((place - 1) / unitsInSlab)]!;
  }
}

/** Where in its slab a place is. */
const offsetOf = (place: number) => ((place - 1) % unitsInSlab) * unitBytes;

class Generation {
  /** Of all entries, those included that others have replaced. */
  bytes = 0;
  readonly #main = new Slabs();
  /** Apart, so that what every read needs takes little of a processor's caches. */
  readonly #rare = new Slabs();
  readonly #tables = Array.from({ length: 2 ** tableBits }, () => new Table(firstSlots));

  get(key: string, hashed: number): Parts<ByteSpan> | undefined {
    const table = this.#tables[hashed >>> (32 - tableBits)]!;
    const slot = this.#slotOf(table, key, hashed);
    return slot < 0 ? undefined : this.#valueAt(table.slots[slot + 1]!, key);
  }

  set(key: string, hashed: number, value: Parts<Uint8Array>): void {
    this.delete(key, hashed);
    const place = this.#append(key, value);
    const at = hashed >>> (32 - tableBits);
    const table = this.#tables[at]!.withRoom();
    this.#tables[at] = table;
    table.put(hashed, place);
  }

  delete(key: string, hashed: number): boolean {
    const table = this.#tables[hashed >>> (32 - tableBits)]!;
    const slot = this.#slotOf(table, key, hashed);
    if (slot >= 0) table.empty(slot);
    return slot >= 0;
  }

  /** Where in its table a key is, or -1. */
  #slotOf({ slots }: Table, key: string, hashed: number): number {
    for (let step = 0; step < neighbours; step += 1) {
      const slot = nthSlot(slots, hashed, step);
      if (slots[slot] !== hashed || slots[slot + 1] === free) continue;
      if (this.#isAt(slots[slot + 1]!, key)) return slot;
    }
    return -1;
  }

  /** Writes an entry; gives its place. */
  #append(key: string, { main, rare }: Parts<Uint8Array>): number {
    const mainBytes = headBytes + key.length + main.length;
    const place = this.#main.append(mainBytes);
    const rarePlace = this.#rare.append(rare.length);
    const { bytes } = this.#main.of(place);
    const from = offsetOf(place);
    bytes.writeUInt32LE(key.length, from);
    bytes.writeUInt32LE(main.length, from + 4);
    bytes.writeUInt32LE(rare.length, from + 8);
    bytes.writeUInt32LE(rarePlace, from + 12);
    bytes.write(key, from + headBytes, 'latin1');
    bytes.set(main, from + headBytes + key.length);
    this.#rare.of(rarePlace).bytes.set(rare, offsetOf(rarePlace));
    this.bytes += mainBytes + rare.length + slotBytes;
    return place;
  }

  /** Is a place that key's? */
  #isAt(place: number, key: string): boolean {
    const { bytes, span } = this.#main.of(place);
    const from = offsetOf(place);
    if (span.uint32(from) !== key.length) return false;
    const keyAt = from + headBytes;
    for (let at = 0; at < key.length; at += 1) {
      if (bytes[keyAt + at] !== key.charCodeAt(at)) return false;
    }
    return true;
  }

  #valueAt(place: number, key: string): Parts<ByteSpan> {
    const { span } = this.#main.of(place);
    const from = offsetOf(place);
    const mainAt = from + headBytes + key.length;
    const rarePlace = span.uint32(from + 12);
    const rareAt = offsetOf(rarePlace);
    return {
      main: span.span(mainAt, mainAt + span.uint32(from + 4)),
      rare: this.#rare.of(rarePlace).span.span(rareAt, rareAt + span.uint32(from + 8)),
    };
  }
}

/** Which slot a hash tries after so many others. */
const nthSlot = (slots: Uint32Array, hashed: number, step: number) =>
  (2 * (hashed + step)) & (slots.length - 2);

/** The slots of some keys: what each hashes to and the place of its entry, side by side. */
class Table {
  readonly slots: Uint32Array;
  #taken = 0;

  constructor(count: number) {
    this.slots = new Uint32Array(2 * count);
  }

  /** This table, or one of twice its size where half of it is taken. */
  withRoom(): Table {
    const { slots } = this;
    if (4 * this.#taken < slots.length) return this;
    const larger = new Table(slots.length);
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot + 1] !== free) larger.put(slots[slot]!, slots[slot + 1]!);
    }
    return larger;
  }

  /** Takes the first free slot of a hash's neighbours or, where there is none, the first. */
  put(hashed: number, place: number): void {
    const { slots } = this;
    let slot = nthSlot(slots, hashed, 0);
    for (let step = 0; step < neighbours; step += 1) {
      const next = nthSlot(slots, hashed, step);
      if (slots[next + 1] !== free) continue;
      slot = next;
      break;
    }
    if (slots[slot + 1] === free) this.#taken += 1;
    slots[slot] = hashed;
    slots[slot + 1] = place;
  }

  empty(slot: number): void {
    this.slots[slot + 1] = free;
    this.#taken -= 1;
  }
}
