// What a node holds of users: objects of those who ask now, packed bytes of all others.
//
// As objects, a million users would be ten million objects, which the garbage collector has to
// walk through again and again: 1.4 s of nearly standing still each time. Decision 0014.
import type { ByteSpan } from '../../../byte-span.ts';
import { keyedHash, type Parts, packedBytes } from './packed.ts';

/** How a value becomes bytes and comes back. */
export interface Packing<Value> {
  readonly pack: (value: Value) => Parts<Uint8Array>;
  /** Of bytes that go on being somebody else's: a value that stays keeps none of them. */
  readonly unpack: (bytes: Parts<ByteSpan>, stays: boolean) => Value;
  /** Does a value say more by now than the bytes that it came of? */
  readonly hasNews: (value: Value) => boolean;
}

export interface Memory<Value> {
  readonly held: (key: string) => Value | undefined;
  readonly hold: (key: string, value: Value) => void;
  readonly drop: (key: string) => void;
  readonly dropAll: () => void;
}

interface Entry<Value> {
  readonly key: string;
  readonly hashed: number;
  readonly value: Value;
}

/** Of the memory, for objects: a quarter, at about so much for each, up to so many. */
const objectShare = 1 / 4;
const objectBytes = 4_096;
const mostObjects = 16_384;
/** Objects that a key's may be among. */
const ways = 8;
/** Of who came back from bytes: so many are remembered, and so many of their objects. */
const remembered = mostObjects;
const passing = 32;

/** A memory of about `mostBytes`. */
export function tieredMemory<Value>(mostBytes: number, packing: Packing<Value>): Memory<Value> {
  const wanted = Math.min((mostBytes * objectShare) / objectBytes, mostObjects);
  const objects = new Objects<Value>(2 ** Math.floor(Math.log2(Math.max(wanted / ways, 1))));
  const packed = packedBytes(mostBytes * (1 - objectShare));
  const hash = keyedHash();
  const visitors = new Visitors<Value>();

  function packNews({ key, hashed, value }: Entry<Value>): void {
    if (packing.hasNews(value)) packed.set(key, hashed, packing.pack(value));
  }

  function add(entry: Entry<Value>): void {
    const left = objects.makeRoom(entry.hashed);
    if (left) {
      if (packed.get(left.key, left.hashed)) packNews(left);
      else packed.set(left.key, left.hashed, packing.pack(left.value));
    }
    objects.add(entry);
  }

  function forget(key: string, hashed: number): void {
    objects.delete(key, hashed);
    visitors.delete(key);
    packed.delete(key, hashed);
  }

  return {
    hold(key, value) {
      const hashed = hash(key);
      forget(key, hashed);
      add({ key, hashed, value });
    },
    held(key) {
      const hashed = hash(key);
      const known = objects.get(key, hashed);
      if (known !== undefined) return known;
      const bytes = packed.get(key, hashed);
      if (!bytes) return undefined;
      const stays = visitors.isKnown(hashed);
      const entry = { key, hashed, value: packing.unpack(bytes, stays) };
      if (stays) add(entry);
      else {
        const left = visitors.add(entry);
        if (left) packNews(left);
      }
      return entry.value;
    },
    drop: (key) => forget(key, hash(key)),
    dropAll() {
      objects.clear();
      visitors.clear();
      packed.clear();
    },
  };
}

/**
 * Objects by key, each among a few that its key hashes to, as a processor's cache has its lines. A
 * `Map` would make every key that is asked for one of V8's own strings, which costs more.
 */
class Objects<Value> {
  readonly #sets: number;
  readonly #hashes: Uint32Array;
  /** Was it asked for since it was passed over last? */
  readonly #wasAsked: Uint8Array;
  readonly #keys: (string | undefined)[];
  readonly #values: (Value | undefined)[];

  /** `sets`: a power of 2. */
  constructor(sets: number) {
    this.#sets = sets;
    this.#hashes = new Uint32Array(sets * ways);
    this.#wasAsked = new Uint8Array(sets * ways);
    this.#keys = new Array(sets * ways).fill(undefined);
    this.#values = new Array(sets * ways).fill(undefined);
  }

  get(key: string, hashed: number): Value | undefined {
    const at = this.#find(key, hashed);
    if (at < 0) return undefined;
    this.#wasAsked[at] = 1;
    return this.#values[at];
  }

  /** Lets go of one of a hash's, unless one is free: the first that was not asked for lately. */
  makeRoom(hashed: number): Entry<Value> | undefined {
    const first = this.#firstOf(hashed);
    let leaving = -1;
    for (let at = first; at < first + ways; at += 1) {
      if (this.#keys[at] === undefined) return undefined;
      if (leaving < 0 && this.#wasAsked[at] === 0) leaving = at;
    }
    // All who come before it, or just all, have to be asked for again to stay.
    this.#wasAsked.fill(0, first, leaving < 0 ? first + ways : leaving);
    const at = Math.max(leaving, first);
    const left = { key: this.#keys[at]!, hashed: this.#hashes[at]!, value: this.#values[at]! };
    this.#empty(at);
    return left;
  }

  /** Of a key that is not here, where there is room. */
  add({ key, hashed, value }: Entry<Value>): void {
    let at = this.#firstOf(hashed);
    while (this.#keys[at] !== undefined) at += 1;
    this.#hashes[at] = hashed;
    this.#wasAsked[at] = 0;
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  delete(key: string, hashed: number): void {
    const at = this.#find(key, hashed);
    if (at >= 0) this.#empty(at);
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
 * Who came back from bytes for the first time in a while. Only who comes again becomes an object
 * that stays: objects that live for seconds and then go cost the garbage collector the most. What
 * is worked out for those who pass is packed a little later.
 */
class Visitors<Value> {
  readonly #hashes = new Uint32Array(remembered);
  readonly #passing: (Entry<Value> | undefined)[] = new Array(passing).fill(undefined);
  #next = 0;

  isKnown(hashed: number): boolean {
    return this.#hashes[hashed % remembered] === hashed;
  }

  /** Gives who has passed for the longest, if somebody has. */
  add(entry: Entry<Value>): Entry<Value> | undefined {
    this.#hashes[entry.hashed % remembered] = entry.hashed;
    const left = this.#passing[this.#next];
    this.#passing[this.#next] = entry;
    this.#next = (this.#next + 1) % passing;
    return left;
  }

  /** Of who was forgotten in between, there may be two. */
  delete(key: string): void {
    for (let at = 0; at < passing; at += 1) {
      if (this.#passing[at]?.key === key) this.#passing[at] = undefined;
    }
  }

  clear(): void {
    this.#passing.fill(undefined);
  }
}
