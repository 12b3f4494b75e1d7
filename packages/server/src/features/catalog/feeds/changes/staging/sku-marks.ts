// Which skus an upload may have named before: four bytes a sku, and wrong only to say that it may.

export interface SkuMarks {
  /** Was the sku marked before, or one that cannot be distinguished from it? Marks it. */
  readonly mark: (sku: string) => boolean;
}

interface Table {
  /** A part of each sku's hash, at or behind the place that another part of it names. */
  readonly slots: Uint32Array;
  used: number;
}

const firstSlots = 2 ** 12;
/** Tables grow up to this one, 16 MB; further ones have its size. */
const mostSlots = 2 ** 22;
const mostUsed = 0.7;

/** Marks none yet. Of ten million skus one in a hundred uploads takes two for the same. */
export function skuMarks(): SkuMarks {
  const tables: Table[] = [newTable(firstSlots)];
  return {
    mark: (sku) => {
      const [place, sign] = [hashOf(sku, 0x9747b28c), hashOf(sku, 0x3c6ef372) || 1];
      const newest = tables.at(-1)!;
      for (const table of tables) {
        const slot = slotOf(table.slots, place, sign);
        if (table.slots[slot] === sign) return true;
        if (table === newest) {
          table.slots[slot] = sign;
          table.used += 1;
        }
      }
      if (newest.used > mostUsed * newest.slots.length) {
        tables.push(newTable(Math.min(8 * newest.slots.length, mostSlots)));
      }
      return false;
    },
  };
}

const newTable = (slots: number): Table => ({ slots: new Uint32Array(slots), used: 0 });

/** Where the sign is, or would be. */
function slotOf(slots: Uint32Array, place: number, sign: number): number {
  const mask = slots.length - 1;
  let slot = place & mask;
  while (slots[slot] !== 0 && slots[slot] !== sign) slot = (slot + 1) & mask;
  return slot;
}

/** 32 bits (MurmurHash3's mixing, a UTF-16 unit at a time). */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) {
    const mixed = Math.imul(text.charCodeAt(at), 0xcc9e2d51);
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
