// Some of a feed's items as they pass by: the same skus each time, so that samples can be compared.
import {
  columnCounter,
  type FeedMeasure,
  type Item,
  suggestAffinityProperties,
} from '@attune/core';

export interface Sampler {
  /** Takes note of an item, as its JSON text. */
  readonly note: (sku: string, data: string) => void;
  /** What there is to say of the items; `nextSlice` lets other work run. */
  readonly measure: (nextSlice: () => Promise<void>) => Promise<FeedMeasure>;
}

/** Up to so many items are all looked at; of more, at least half as many. */
const itemsMost = 4_000;
const bytesMost = 32 * 1024 ** 2;
const itemsAtOnce = 50;
const two32 = 2 ** 32;

/** Keeps the items whose sku's hash is small: how small follows from how many there are. */
export function itemSampler(): Sampler {
  const sampled = new Map<string, { readonly hash: number; readonly data: string }>();
  let [threshold, bytes, items] = [two32, 0, 0];
  const prune = () => {
    threshold /= 2;
    for (const [sku, { hash, data }] of sampled) {
      if (hash < threshold) continue;
      sampled.delete(sku);
      bytes -= data.length;
    }
  };
  return {
    note: (sku, data) => {
      items += 1;
      const hash = hashOf(sku);
      if (hash >= threshold) return;
      const before = sampled.get(sku);
      if (before) {
        items -= 1;
        bytes -= before.data.length;
      }
      sampled.set(sku, { hash, data });
      bytes += data.length;
      while (sampled.size > itemsMost || bytes > bytesMost) prune();
    },
    measure: async (nextSlice) => {
      const counter = columnCounter();
      let looked = 0;
      for (const { data } of sampled.values()) {
        counter.add(JSON.parse(data) as Item);
        looked += 1;
        if (looked % itemsAtOnce === 0) await nextSlice();
      }
      const stats = counter.stats();
      const columns = [...stats].sort(([a], [b]) => (a < b ? -1 : 1));
      return {
        ...{ items, looked, isExact: threshold === two32 },
        columns: columns.map(([column, { items: filled, distinct }]) => ({
          ...{ column, distinct },
          filled: filled / looked,
        })),
        suggestedAffinity: suggestAffinityProperties(stats, looked),
      };
    },
  };
}

/** FNV-1a, mixed once more: skus that count up differ in their last digits only. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
