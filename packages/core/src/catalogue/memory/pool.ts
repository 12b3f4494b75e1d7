// Each distinct text once, by a code: only ever added to, so that all who share it may read it.
import { areSame, hashOf } from './bytes.ts';

/** Codes begin with 1; 0 stands for no text. Entry `code` is `starts[code] .. starts[code + 1]`. */
export interface Pool {
  /** One more than the last code. */
  end: number;
  starts: Uint32Array;
  bytes: Uint8Array;
  /** Codes by hash, open addressing; 0: free. */
  slots: Uint32Array;
}

/** An empty pool. */
export function makePool(): Pool {
  return {
    end: 1,
    starts: new Uint32Array(16),
    bytes: new Uint8Array(128),
    slots: new Uint32Array(32),
  };
}

/** The code of a text; 0 where the pool has none. */
export function codeIn(pool: Pool, bytes: Uint8Array, from: number, to: number): number {
  return pool.slots[slotOf(pool, bytes, from, to)]!;
}

/** The code of a text, which is added where the pool has it not. */
export function addTo(pool: Pool, bytes: Uint8Array, from: number, to: number): number {
  const slot = slotOf(pool, bytes, from, to);
  const known = pool.slots[slot]!;
  if (known !== 0) return known;
  const code = pool.end;
  const start = pool.starts[code]!;
  const end = start + to - from;
  if (code + 2 > pool.starts.length) pool.starts = grown(pool.starts, code + 2);
  if (end > pool.bytes.length) pool.bytes = grown(pool.bytes, end);
  for (let at = from; at < to; at += 1) pool.bytes[start + at - from] = bytes[at]!;
  pool.starts[code + 1] = end;
  pool.end = code + 1;
  pool.slots[slot] = code;
  if (pool.end * 3 > pool.slots.length * 2) hashAgain(pool);
  return code;
}

/** How much memory it takes. */
export function poolBytes(pool: Pool): number {
  return pool.starts.byteLength + pool.bytes.byteLength + pool.slots.byteLength;
}

/** Lets go of what was kept free for more. */
export function trim(pool: Pool): void {
  const used = pool.starts[pool.end]!;
  if (pool.bytes.length > used + 1024) pool.bytes = pool.bytes.slice(0, used);
  if (pool.starts.length > pool.end + 257) pool.starts = pool.starts.slice(0, pool.end + 1);
}

function slotOf(pool: Pool, bytes: Uint8Array, from: number, to: number): number {
  const { slots, starts } = pool;
  const mask = slots.length - 1;
  let slot = hashOf(bytes, from, to) & mask;
  for (let code = slots[slot]!; code !== 0; code = slots[slot]!) {
    const start = starts[code]!;
    const isAsLong = starts[code + 1]! - start === to - from;
    if (isAsLong && areSame(pool.bytes, start, bytes, from, to - from)) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
}

function hashAgain(pool: Pool): void {
  const slots = new Uint32Array(pool.slots.length * 2);
  const mask = slots.length - 1;
  for (let code = 1; code < pool.end; code += 1) {
    let slot = hashOf(pool.bytes, pool.starts[code]!, pool.starts[code + 1]!) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = code;
  }
  pool.slots = slots;
}

/** Half as much again, or more where that does not do. */
function grown<T extends Uint32Array | Uint8Array>(array: T, least: number): T {
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(least, Math.ceil(array.length * 1.5)),
  );
  larger.set(array);
  return larger;
}
