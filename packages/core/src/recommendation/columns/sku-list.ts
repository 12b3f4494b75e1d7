// How a million skus lie in memory as one block of bytes, and are found there.

import { compareByCodePoint } from '../../text/characters.ts';

/** Skus in code-point order, each once. A text is made of one when it is asked for. */
export interface SkuList {
  readonly length: number;
  /** The sku at a place from 0; throws beyond the last. */
  readonly at: (place: number) => string;
  /** Where a sku is; -1 where it is not among them. */
  readonly placeOf: (sku: string) => number;
  /** Their UTF-8, one behind the other; that of `place` is `offsets[place] .. [place + 1]`. */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Packs skus that are in code-point order, each once. */
export function packSkus(sorted: readonly string[]): SkuList {
  const offsets = new Uint32Array(sorted.length + 1);
  // A UTF-16 unit takes three bytes of UTF-8 at most.
  let most = 0;
  for (const sku of sorted) most += 3 * sku.length;
  const bytes = new Uint8Array(most);
  for (let place = 0, end = 0; place < sorted.length; place++) {
    end += encoder.encodeInto(sorted[place]!, bytes.subarray(end)).written;
    offsets[place + 1] = end;
  }
  return openSkus(bytes.slice(0, offsets[sorted.length]), offsets);
}

/** Skus sorted as `packSkus` wants them. */
export function sortSkus(skus: Iterable<string>): string[] {
  return [...skus].sort(compareByCodePoint);
}

/** The skus at these places, which are ascending. */
export function selectSkus(list: SkuList, places: Uint32Array): SkuList {
  if (places.length === list.length) return list;
  const offsets = new Uint32Array(places.length + 1);
  for (const [at, place] of places.entries()) {
    offsets[at + 1] = offsets[at]! + list.offsets[place + 1]! - list.offsets[place]!;
  }
  const bytes = new Uint8Array(offsets[places.length]!);
  for (const [at, place] of places.entries()) {
    bytes.set(list.bytes.subarray(list.offsets[place], list.offsets[place + 1]), offsets[at]);
  }
  return openSkus(bytes, offsets);
}

/** The list that has these bytes; see `SkuList`. */
export function openSkus(bytes: Uint8Array, offsets: Uint32Array): SkuList {
  const length = offsets.length - 1;
  const at = (place: number): string => {
    if (!(place >= 0 && place < length)) throw new RangeError(`there is no sku ${place}`);
    return decoder.decode(bytes.subarray(offsets[place], offsets[place + 1]));
  };
  // UTF-8 orders as code points do.
  const placeOf = (sku: string): number => {
    const wanted = encoder.encode(sku);
    let low = 0;
    let high = length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareBytes(bytes, offsets[middle]!, offsets[middle + 1]!, wanted);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
  return { length, at, placeOf, bytes, offsets };
}

function compareBytes(bytes: Uint8Array, start: number, end: number, other: Uint8Array): number {
  const shared = Math.min(end - start, other.length);
  for (let at = 0; at < shared; at++) {
    const order = bytes[start + at]! - other[at]!;
    if (order !== 0) return order;
  }
  return end - start - other.length;
}
