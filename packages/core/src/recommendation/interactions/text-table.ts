// How many texts get one number each, as UTF-8 lies in memory, without a string for each of them.

import { openSkus, type SkuList } from '../columns/sku-list.ts';

/** Texts numbered as they come. */
export interface TextTable {
  readonly size: () => number;
  /** The number of the text at `bytes[from .. end]`; an unknown one gets the next. */
  readonly numberOf: (bytes: Uint8Array, from: number, end: number) => number;
  /** All texts in code-point order, and of each number the place that its text has there. */
  readonly sorted: () => { readonly texts: SkuList; readonly placeOfNumber: Uint32Array };
}

/**
 * An open hash table with linear probing, at most half full. A caller that lets visitors choose the
 * texts gives a secret `seed`, or they could choose such as all fall on one place.
 */
export function makeTextTable(seed = 0): TextTable {
  const factor = (0x0100_0193 ^ (seed << 1)) | 1;
  let slots = new Uint32Array(1 << 11);
  let hashes = new Uint32Array(1 << 10);
  /** Where the text of each number begins, and at last where the next one will. */
  let offsets = new Uint32Array((1 << 10) + 1);
  let kept = new Uint8Array(1 << 14);
  let size = 0;

  const isAt = (number: number, bytes: Uint8Array, from: number, end: number): boolean => {
    const start = offsets[number]!;
    if (offsets[number + 1]! - start !== end - from) return false;
    for (let at = from; at < end; at++) {
      if (kept[start + at - from] !== bytes[at]) return false;
    }
    return true;
  };
  const grow = (): void => {
    hashes = doubled(hashes, new Uint32Array(2 * hashes.length));
    offsets = doubled(offsets, new Uint32Array(hashes.length + 1));
    slots = new Uint32Array(2 * hashes.length);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number++) {
      let slot = hashes[number]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  };
  const keep = (bytes: Uint8Array, from: number, end: number, hash: number): number => {
    const start = offsets[size]!;
    const next = start + end - from;
    if (next > kept.length) kept = doubled(kept, new Uint8Array(Math.max(next, 2 * kept.length)));
    for (let at = from; at < end; at++) kept[start + at - from] = bytes[at]!;
    hashes[size] = hash;
    size += 1;
    offsets[size] = next;
    return size - 1;
  };
  return {
    size: () => size,
    numberOf: (bytes, from, end) => {
      let hash = seed;
      for (let at = from; at < end; at++) {
        hash = Math.imul(hash ^ bytes[at]!, factor);
        hash ^= hash >>> 15;
      }
      hash >>>= 0;
      if (size === hashes.length) grow();
      const mask = slots.length - 1;
      let slot = hash & mask;
      for (let found = slots[slot]!; found !== 0; found = slots[slot]!) {
        if (hashes[found - 1] === hash && isAt(found - 1, bytes, from, end)) return found - 1;
        slot = (slot + 1) & mask;
      }
      slots[slot] = size + 1;
      return keep(bytes, from, end, hash);
    },
    sorted: () => inOrder(kept, offsets.subarray(0, size + 1)),
  };
}

function doubled<Column extends Uint32Array | Uint8Array>(old: Column, larger: Column): Column {
  larger.set(old);
  return larger;
}

function inOrder(kept: Uint8Array, offsets: Uint32Array): ReturnType<TextTable['sorted']> {
  const size = offsets.length - 1;
  const numbers = Uint32Array.from({ length: size }, (_, number) => number);
  // UTF-8 orders as code points do.
  numbers.sort((a, b) => compareTexts(kept, offsets, a, b));
  const placeOfNumber = new Uint32Array(size);
  const sortedOffsets = new Uint32Array(size + 1);
  const bytes = new Uint8Array(offsets[size]!);
  for (const [at, number] of numbers.entries()) {
    placeOfNumber[number] = at;
    const [from, end] = [offsets[number]!, offsets[number + 1]!];
    bytes.set(kept.subarray(from, end), sortedOffsets[at]!);
    sortedOffsets[at + 1] = sortedOffsets[at]! + end - from;
  }
  return { texts: openSkus(bytes, sortedOffsets), placeOfNumber };
}

function compareTexts(kept: Uint8Array, offsets: Uint32Array, a: number, b: number): number {
  let [left, right] = [offsets[a]!, offsets[b]!];
  const lengths = offsets[a + 1]! - left - (offsets[b + 1]! - right);
  const end = left + Math.min(offsets[a + 1]! - left, offsets[b + 1]! - right);
  for (; left < end; left++, right++) {
    const order = kept[left]! - kept[right]!;
    if (order !== 0) return order;
  }
  return lengths;
}
