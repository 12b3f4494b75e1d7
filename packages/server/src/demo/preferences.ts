// What a visitor of the demo shop likes, and which products they come across.
import { brands, colors, departments } from './catalogue.ts';
import type { Product } from './products.ts';
import type { Random } from './random.ts';

export interface Preference {
  /** The favourite first, as in the next one. */
  readonly colors: readonly string[];
  /** Departments. */
  readonly categories: readonly string[];
  readonly brands: readonly string[];
  /** The share of what they look at that is to their taste, 0 to 1. */
  readonly strength: number;
}

const clear = (color: string, category: string, brand: string): Preference => ({
  colors: [color],
  categories: [category],
  brands: [brand],
  strength: 0.9,
});

/** Unmistakable preferences: red running gear, blue outdoor things, and so on. */
export const clearPreferences: readonly Preference[] = [
  clear('red', 'Running', 'Quorvane'),
  clear('blue', 'Outdoor', 'Brackwyth'),
  clear('green', 'Yoga', 'Saltogen'),
  clear('yellow', 'Cycling', 'Quorvane'),
];

const favouriteShare = 0.6;

/** No preference in particular. */
export function drawPreference(random: Random): Preference {
  return {
    colors: random.some(colors, random.between(1, 3)),
    categories: random.some(departments, random.between(1, 2)).map(({ category }) => category),
    brands: random.some(brands, 2),
    strength: 0.6 + 0.3 * random.fraction(),
  };
}

/** Draws products, one a call, as a person with that preference comes across them. */
export function productsFor(
  random: Random,
  { colors: likedColors, categories, brands: likedBrands, strength }: Preference,
  products: readonly Product[],
): () => Product {
  const liked = products.filter(
    ({ color, categories: [department] }) =>
      likedColors.includes(color) && categories.includes(department),
  );
  const favourites = liked.filter(
    ({ color, categories: [department] }) =>
      color === likedColors[0] && department === categories[0],
  );
  return () => {
    if (liked.length === 0 || !random.chance(strength)) return random.pick(products);
    const isFavourite = favourites.length > 0 && random.chance(favouriteShare);
    const among = isFavourite ? favourites : liked;
    // Of two that they notice they look at the one of a brand that they like.
    const noticed = [random.pick(among), random.pick(among)] as const;
    return noticed.find(({ brand }) => likedBrands.includes(brand)) ?? noticed[0];
  };
}
