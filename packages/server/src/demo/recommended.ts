// What the demo's shoppers are recommended, what of it they click, and what they buy after that.
import type { RecommendedList, RecordedSlot } from '@attune/core';
import type { Product } from './products.ts';
import type { Random } from './random.ts';

/** A list that a shopper was shown. */
export interface ShownList {
  readonly list: RecommendedList;
  readonly recommended: readonly RecordedSlot[];
  /** Places in `recommended`. */
  readonly clicked: readonly number[];
}

/** The payload of a variation that recommends. */
interface Payload {
  readonly strategy: number;
  readonly slots: number;
}

/** Lists rarely lack an item, and a strategy of several steps often needs its second. */
const share = { isFull: 0.95, fallback: 0.3, sameBought: 0.6 };
/** A slot is clicked so often, the first most; a shopper who is about to buy looks closer. */
const chance = { byTaste: 0.028, alike: 0.019, later: 0.12, ofBuyers: 4 };
const bestsellers = 24;
/** Tastes differ, and most of the catalogue is nobody's. */
const tastes = 480;
const elsewhere = ['HOMEPAGE', 'HOMEPAGE', 'PRODUCT', 'CATEGORY'] as const;

/** Draws a list for a shopper: by their taste, or of the same bestsellers for all. */
export function drawList(
  random: Random,
  products: readonly Product[],
  { strategy, slots }: Payload,
  {
    isByTaste,
    isBuying,
    isInCart,
  }: Readonly<Record<'isByTaste' | 'isBuying' | 'isInCart', boolean>>,
): ShownList {
  const [first, count] = isByTaste
    ? [Math.floor(random.fraction() ** 2 * tastes), slots * 4]
    : [0, bestsellers];
  const items = random.some(
    products.slice(first, first + count),
    random.chance(share.isFull) ? slots : slots - 1,
  );
  const hasFallback = isByTaste && random.chance(share.fallback);
  const recommended = items.map(({ sku }, slot): RecordedSlot => {
    return [slot, sku, hasFallback && slot >= slots / 2 ? 1 : 0];
  });
  const often = (isByTaste ? chance.byTaste : chance.alike) * (isBuying ? chance.ofBuyers : 1);
  const clicked = [...items.keys()].filter((slot) => {
    return random.chance(often / (1 + chance.later * slot));
  });
  const page = isInCart ? 'CART' : random.pick<(typeof elsewhere)[number]>(elsewhere);
  const list: RecommendedList = { strategy, page, slots, ...(hasFallback && { hasFallback }) };
  return { list, recommended, clicked };
}

/** The skus that a shopper buys who clicked: more often than not what they clicked. */
export function drawCart(
  random: Random,
  products: readonly Product[],
  shown: readonly ShownList[],
): string[] {
  const [clicked] = shown.flatMap(({ recommended, clicked }) =>
    clicked.map((slot) => recommended[slot]![1]),
  );
  if (clicked === undefined) return [];
  const others = random.some(products, random.between(0, 2)).map(({ sku }) => sku);
  if (random.chance(share.sameBought)) return [clicked, ...others];
  return others.length > 0 ? others : [random.pick(products).sku];
}
