// Bytes by key outside of JavaScript's heap, where a million of them cost the garbage collector
// nothing.
//
// Entries are appended to slabs and never changed. Numbers find them: a key has its slot among a
// few neighbours, and where all of those are taken, one entry goes. So nobody makes a look-up long
// by choosing keys, and what grows is one of many small tables. Decision 0036.
import { randomBytes } from 'node:crypto';

/** `hashed` is the key's `keyedHash`, always of the same one. */
export interface PackedBytes {
  /** A view of what was set; whoever keeps it copies it. */
  readonly get: (key: string, hashed: number) => Buffer | undefined;
  readonly set: (key: string, hashed: number, value: Uint8Array) => void;
  readonly delete: (key: string, hashed: number) => void;
  readonly clear: () => void;
}

const slabBytes = 1024 * 1024;
/** A place is a slab and a unit in it, so that 32 bits address 32 GiB. */
const unitBytes = 8;
const unitsInSlab = slabBytes / unitBytes;
/** Of an entry, before its key: how long its key and its value are. */
const headBytes = 6;
/** About what its slot takes. */
const slotBytes = 16;
const tableBits = 8;
const firstSlots = 64;
const neighbours = 32;
/** In the place of a slot: there is none. */
const free = 0;

/**
 * Holds about `mostBytes`, in two generations: what was not asked for while the younger one filled
 * up goes. Keys are of Latin-1.
 */
export function packedBytes(mostBytes: number): PackedBytes {
  let young = new Generation();
  let old = new Generation();

  function set(key: string, hashed: number, value: Uint8Array): void {
    young.set(key, hashed, value);
    if (young.bytes <= mostBytes / 2) return;
    old = young;
    young = new Generation();
  }

  return {
    set,
    get(key, hashed) {
      const known = young.get(key, hashed);
      if (known) return known;
      const elder = old.get(key, hashed);
      if (elder) set(key, hashed, elder);
      return elder;
    },
    delete(key, hashed) {
      young.delete(key, hashed);
      old.delete(key, hashed);
    },
    clear() {
      young = new Generation();
      old = new Generation();
    },
  };
}

/** FNV-1a from a state that nobody knows, mixed so that every bit of it tells keys apart. */
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

class Generation {
  /** Of all entries, those included that others have replaced. */
  bytes = 0;
  readonly #slabs: Buffer[] = [];
  /** Of the last slab. */
  #usedBytes = slabBytes;
  readonly #tables = Array.from({ length: 2 ** tableBits }, () => new Table(firstSlots));

  get(key: string, hashed: number): Buffer | undefined {
    const table = this.#tables[hashed >>> (32 - tableBits)]!;
    const slot = this.#slotOf(table, key, hashed);
    return slot < 0 ? undefined : this.#valueAt(table.places[slot]!, key);
  }

  set(key: string, hashed: number, value: Uint8Array): void {
    this.delete(key, hashed);
    const place = this.#append(key, value);
    const at = hashed >>> (32 - tableBits);
    const table = this.#tables[at]!.withRoom();
    this.#tables[at] = table;
    table.put(hashed, place);
  }

  delete(key: string, hashed: number): void {
    const table = this.#tables[hashed >>> (32 - tableBits)]!;
    const slot = this.#slotOf(table, key, hashed);
    if (slot >= 0) table.empty(slot);
  }

  /** Where in its table a key is, or -1. */
  #slotOf({ hashes, places }: Table, key: string, hashed: number): number {
    for (let step = 0; step < neighbours; step += 1) {
      const slot = (hashed + step) & (places.length - 1);
      if (hashes[slot] !== hashed || places[slot] === free) continue;
      if (this.#valueAt(places[slot]!, key)) return slot;
    }
    return -1;
  }

  /** Writes an entry behind the last one; gives its place. */
  #append(key: string, value: Uint8Array): number {
    const needed = headBytes + key.length + value.length;
    if (this.#usedBytes + needed > slabBytes) {
      // What is longer than a slab has one to itself.
      this.#slabs.push(Buffer.allocUnsafeSlow(Math.max(slabBytes, needed)));
      this.#usedBytes = 0;
    }
    const from = this.#usedBytes;
    const slab = this.#slabs.at(-1)!;
    slab.writeUInt16LE(key.length, from);
    slab.writeUInt32LE(value.length, from + 2);
    slab.write(key, from + headBytes, 'latin1');
    slab.set(value, from + headBytes + key.length);
    this.#usedBytes = unitBytes * Math.ceil((from + needed) / unitBytes);
    this.bytes += needed + slotBytes;
    return 1 + (this.#slabs.length - 1) * unitsInSlab + from / unitBytes;
  }

  /** The value at a place, if it is that key's. */
  #valueAt(place: number, key: string): Buffer | undefined {
    const slab = this.#slabs[Math.floor((place - 1) / unitsInSlab)]!;
    const from = ((place - 1) % unitsInSlab) * unitBytes;
    if (slab.readUInt16LE(from) !== key.length) return undefined;
    const keyAt = from + headBytes;
    for (let at = 0; at < key.length; at += 1) {
      if (slab[keyAt + at] !== key.charCodeAt(at)) return undefined;
    }
    const valueAt = keyAt + key.length;
    return slab.subarray(valueAt, valueAt + slab.readUInt32LE(from + 2));
  }
}

/** The slots of some keys: what they hash to, and the places of their entries. */
class Table {
  readonly hashes: Uint32Array;
  readonly places: Uint32Array;
  #taken = 0;

  constructor(slots: number) {
    this.hashes = new Uint32Array(slots);
    this.places = new Uint32Array(slots);
  }

  /** This table, or one of twice its size where half of it is taken. */
  withRoom(): Table {
    const { hashes, places } = this;
    if (2 * this.#taken < places.length) return this;
    const larger = new Table(2 * places.length);
    for (let slot = 0; slot < places.length; slot += 1) {
      if (places[slot] !== free) larger.put(hashes[slot]!, places[slot]!);
    }
    return larger;
  }

  /** Takes the first free slot of a hash's neighbours or, where there is none, the first. */
  put(hashed: number, place: number): void {
    const { hashes, places } = this;
    const last = places.length - 1;
    let slot = hashed & last;
    for (let step = 0; step < neighbours; step += 1) {
      if (places[(hashed + step) & last] !== free) continue;
      slot = (hashed + step) & last;
      break;
    }
    if (places[slot] === free) this.#taken += 1;
    hashes[slot] = hashed;
    places[slot] = place;
  }

  empty(slot: number): void {
    this.places[slot] = free;
    this.#taken -= 1;
  }
}
