// A bounded cache in two tiers: objects of what is read often, packed bytes of everything else.
//
// A million entries of a few objects each would be ten million objects, and the garbage collector
// would walk through them again and again: 1.4 s of nearly standing still each time.
import type { ByteSpan } from './byte-span.ts';
import { keyedHash, type Parts, packedBytes } from './packed-bytes.ts';

/** How a value becomes bytes and comes back. */
export interface Packing<Value> {
  readonly pack: (value: Value) => Parts<Uint8Array>;
  /** The bytes stay the cache's: a value that `stays` must keep no reference to them. */
  readonly unpack: (bytes: Parts<ByteSpan>, stays: boolean) => Value;
  /** Has the value changed since it was unpacked, so that it has to be packed again? */
  readonly isDirty: (value: Value) => boolean;
}

export interface ByteCache<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  /** Returns whether there was such a value. */
  readonly delete: (key: string) => boolean;
  readonly clear: () => void;
}

interface Entry<Value> {
  readonly key: string;
  readonly hashed: number;
  readonly value: Value;
}

/** Objects take a quarter of the bound, at about `objectBytes` each, and are at most so many. */
const objectShare = 1 / 4;
const objectBytes = 4_096;
const mostObjects = 16_384;
/** How many objects share a set, as lines do in a processor's cache. */
const ways = 8;
/** How many keys that were unpacked once are remembered, and how many of their objects. */
const remembered = mostObjects;
const passing = 32;

/** Makes a cache of about `mostBytes`. */
export function byteCache<Value>(mostBytes: number, packing: Packing<Value>): ByteCache<Value> {
  const wanted = Math.min((mostBytes * objectShare) / objectBytes, mostObjects);
  const objects = new Objects<Value>(2 ** Math.floor(Math.log2(Math.max(wanted / ways, 1))));
  const packed = packedBytes(mostBytes * (1 - objectShare));
  const hash = keyedHash();
  const probation = new Probation<Value>();

  function packChanged({ key, hashed, value }: Entry<Value>): void {
    if (packing.isDirty(value)) packed.set(key, hashed, packing.pack(value));
  }

  function add(entry: Entry<Value>): void {
    const left = objects.makeRoom(entry.hashed);
    if (left) {
      if (packed.get(left.key, left.hashed)) packChanged(left);
      else packed.set(left.key, left.hashed, packing.pack(left.value));
    }
    objects.add(entry);
  }

  function forget(key: string, hashed: number): boolean {
    const wasObject = objects.delete(key, hashed);
    probation.delete(key);
    return packed.delete(key, hashed) || wasObject;
  }

  return {
    set(key, value) {
      const hashed = hash(key);
      forget(key, hashed);
      add({ key, hashed, value });
    },
    get(key) {
      const hashed = hash(key);
      const object = objects.get(key, hashed);
      if (object !== undefined) return object;
      const bytes = packed.get(key, hashed);
      if (!bytes) return undefined;
      const stays = probation.has(hashed);
      const entry = { key, hashed, value: packing.unpack(bytes, stays) };
      if (stays) add(entry);
      else {
        const left = probation.add(entry);
        if (left) packChanged(left);
      }
      return entry.value;
    },
    delete: (key) => forget(key, hash(key)),
    clear() {
      objects.clear();
      probation.clear();
      packed.clear();
    },
  };
}

/**
 * Objects by key, in sets that the key's hash selects, as a processor's cache has its lines. A
 * `Map` would make every key that is looked up one of V8's own strings, which costs more.
 */
class Objects<Value> {
  readonly #sets: number;
  readonly #hashes: Uint32Array;
  /** Was it read since it was last considered for eviction? */
  readonly #wasRead: Uint8Array;
  readonly #keys: (string | undefined)[];
  readonly #values: (Value | undefined)[];

  /** `sets`: a power of 2. */
  constructor(sets: number) {
    this.#sets = sets;
    this.#hashes = new Uint32Array(sets * ways);
    this.#wasRead = new Uint8Array(sets * ways);
    this.#keys = new Array(sets * ways).fill(undefined);
    this.#values = new Array(sets * ways).fill(undefined);
  }

  get(key: string, hashed: number): Value | undefined {
    const at = this.#find(key, hashed);
    if (at < 0) return undefined;
    this.#wasRead[at] = 1;
    return this.#values[at];
  }

  /** Evicts one of a hash's set, unless a place is free: the first that was not read lately. */
  makeRoom(hashed: number): Entry<Value> | undefined {
    const first = this.#firstOf(hashed);
    let leaving = -1;
    for (let at = first; at < first + ways; at += 1) {
      if (this.#keys[at] === undefined) return undefined;
      if (leaving < 0 && this.#wasRead[at] === 0) leaving = at;
    }
    // Those before it, or all of them, have to be read again to stay.
    this.#wasRead.fill(0, first, leaving < 0 ? first + ways : leaving);
    const at = Math.max(leaving, first);
    const left = { key: this.#keys[at]!, hashed: this.#hashes[at]!, value: this.#values[at]! };
    this.#empty(at);
    return left;
  }

  /** The key must not be here yet, and its set must have room. */
  add({ key, hashed, value }: Entry<Value>): void {
    let at = this.#firstOf(hashed);
    while (this.#keys[at] !== undefined) at += 1;
    this.#hashes[at] = hashed;
    this.#wasRead[at] = 0;
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  delete(key: string, hashed: number): boolean {
    const at = this.#find(key, hashed);
    if (at >= 0) this.#empty(at);
    return at >= 0;
  }

  clear(): void {
    this.#keys.fill(undefined);
    this.#values.fill(undefined);
  }

  #firstOf(hashed: number): number {
    return (hashed & (this.#sets - 1)) * ways;
  }

  #find(key: string, hashed: number): number {
    const first = this.#firstOf(hashed);
    for (let at = first; at < first + ways; at += 1) {
      if (this.#hashes[at] === hashed && this.#keys[at] === key) return at;
    }
    return -1;
  }

  #empty(at: number): void {
    this.#keys[at] = undefined;
    this.#values[at] = undefined;
  }
}

/**
 * Keys that were unpacked for the first time in a while. Only a key that is read again becomes an
 * object that stays: objects that live for seconds cost the garbage collector the most. What has
 * changed in an object that passes through is packed a little later.
 */
class Probation<Value> {
  readonly #hashes = new Uint32Array(remembered);
  readonly #passing: (Entry<Value> | undefined)[] = new Array(passing).fill(undefined);
  #next = 0;

  has(hashed: number): boolean {
    return this.#hashes[hashed % remembered] === hashed;
  }

  /** Gives the entry that has been here the longest, to be packed if it has changed. */
  add(entry: Entry<Value>): Entry<Value> | undefined {
    this.#hashes[entry.hashed % remembered] = entry.hashed;
    const left = this.#passing[this.#next];
    this.#passing[this.#next] = entry;
    this.#next = (this.#next + 1) % passing;
    return left;
  }

  /** There may be two entries of a key that was deleted in between. */
  delete(key: string): void {
    for (let at = 0; at < passing; at += 1) {
      if (this.#passing[at]?.key === key) this.#passing[at] = undefined;
    }
  }

  clear(): void {
    this.#passing.fill(undefined);
  }
}
