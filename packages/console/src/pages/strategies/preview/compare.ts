// How two lists of recommendations differ, slot by slot.

interface Slot {
  readonly slot: number;
  readonly sku: string | null;
}

/** Where an item is in the other list: at the same slot, at another (from 0), or nowhere. */
export type Place = 'same' | 'missing' | number;

/** Of each item of one list, by its sku. */
export function placesIn(
  other: readonly Slot[],
  list: readonly Slot[],
): ReadonlyMap<string, Place> {
  const slots = new Map(other.flatMap(({ sku, slot }) => (sku === null ? [] : [[sku, slot]])));
  return new Map(
    list.flatMap(({ sku, slot }): [string, Place][] => {
      if (sku === null) return [];
      const at = slots.get(sku);
      return [[sku, at === undefined ? 'missing' : at === slot ? 'same' : at]];
    }),
  );
}

/** "3 of 8 slots differ; 4 items are in one alone." */
export function sayDifference(one: readonly Slot[], other: readonly Slot[]): string {
  const count = Math.max(one.length, other.length);
  const differ = Array.from({ length: count }, (_, at) => at).filter(
    (at) => (one[at]?.sku ?? null) !== (other[at]?.sku ?? null),
  ).length;
  if (differ === 0) return `Both give the same ${count === 1 ? 'item' : `${count} slots`}.`;
  const alone = [...placesIn(other, one).values(), ...placesIn(one, other).values()].filter(
    (at) => at === 'missing',
  ).length;
  const words = alone === 1 ? '1 item is' : `${alone} items are`;
  const slots = `${differ} of ${count} slots ${differ === 1 ? 'differs' : 'differ'}`;
  return alone === 0 ? `${slots}; the items are the same.` : `${slots}; ${words} in one alone.`;
}
