// The products of the demo shop: styles in several colours and sizes, as rows of a feed.
import { brands, colors, departments, type Kind, qualities, styleNames } from './catalogue.ts';
import { pictureOf } from './pictures.ts';
import { type Random, seededRandom } from './random.ts';

/** A row of the feed; each colour and size of a style is one, and the style is their group. */
export interface Product {
  readonly sku: string;
  readonly group_id: string;
  readonly name: string;
  readonly url: string;
  readonly image_url: string;
  readonly price: number;
  readonly in_stock: boolean;
  /** Department and kind. */
  readonly categories: readonly [string, string];
  readonly brand: string;
  readonly color: string;
  readonly size: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** RFC 3339. */
  readonly publish_time: string;
}

const shop = 'https://demo.shop.example';
const stylesOfKind = 5;
const colorsOfStyle = 3;
const stockShare = 0.93;
const dayMs = 86_400_000;
const firstPublished = Date.UTC(2025, 8, 1);
const publishedWithinDays = 365;

/** About a thousand products, the same ones for the same seed. */
export function generateProducts(seed: string): Product[] {
  return departments.flatMap(({ category, kinds }) =>
    kinds.flatMap((kind) => productsOf(category, kind, seededRandom(`${seed}/${kind.code}`))),
  );
}

function productsOf(department: string, kind: Kind, random: Random): Product[] {
  return random
    .some(styleNames, stylesOfKind)
    .flatMap((name, at) => variantsOf(department, kind, name, at + 1, random));
}

function variantsOf(
  department: string,
  kind: Kind,
  name: string,
  number: number,
  random: Random,
): Product[] {
  const group = `${kind.code}${number}`;
  const brand = random.pick(brands);
  const quality = random.pick(qualities);
  const published = firstPublished + random.between(0, publishedWithinDays - 1) * dayMs;
  const page = `${shop}/${slug(kind.category)}/${slug(name)}`;
  const shared = {
    group_id: group,
    price: priceNear(kind.price, random),
    categories: [department, kind.category] as const,
    brand,
    description: `${quality} ${kind.noun} ${kind.purpose}.`,
    publish_time: new Date(published).toISOString(),
  };
  return random.some(colors, colorsOfStyle).flatMap((color) =>
    kind.sizes.map((size) => ({
      sku: [group, color, size].map((part) => slug(part).toUpperCase()).join('-'),
      name: `${name} ${kind.noun}, ${color}`,
      url: `${page}?${new URLSearchParams({ color, size })}`,
      image_url: pictureOf(kind, color),
      in_stock: random.chance(stockShare),
      color,
      size,
      keywords: [color, kind.noun, brand.toLowerCase()],
      ...shared,
    })),
  );
}

/** Within 30 % of an ordinary price, and five cents below a whole one. */
function priceNear(ordinary: number, random: Random): number {
  const whole = Math.round(ordinary * (0.7 + 0.6 * random.fraction()));
  return (whole * 100 - 5) / 100;
}

const slug = (words: string) => words.toLowerCase().replaceAll(' ', '-');
