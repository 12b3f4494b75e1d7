// A large shop's feed to measure with: items of 40 columns, the same for the same seed.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

type Draw = () => number;

const kinds =
  'Shirt Dress Jacket Sneaker Boot Scarf Hat Belt Sock Jeans Coat Skirt Glove Bag Watch'.split(' ');
const colors = 'red blue green black white grey navy beige olive pink'.split(' ');
const words =
  'soft light warm classic modern slim wide long short everyday summer winter city trail urban'.split(
    ' ',
  );
const materials = 'cotton wool linen leather polyester silk denim fleece'.split(' ');
const countries = 'DE FR IT PT CN IN BD TR VN ES'.split(' ');

/** Makes items by number; another version of an item differs in price and stock. */
export function shopItems(count: number, seed: number): (at: number, version: number) => object {
  return (at, version) => {
    const draw = drawing(seed * 1_000_003 + at);
    const pick = <T>(of: readonly T[]) => of[Math.floor(draw() * of.length)]!;
    const kind = pick(kinds);
    const color = pick(colors);
    const group = Math.floor(at / 4);
    const price = Math.floor(draw() * 20_000) + 500;
    const adjective = pick(words);
    const day = new Date(Date.UTC(2024, 0, 1) + Math.floor(draw() * 600) * 86_400_000);
    const description = Array.from({ length: 12 + Math.floor(draw() * 16) }, () => pick(words));
    return {
      sku: `SKU-${String((at * 7_919) % count).padStart(8, '0')}`,
      group_id: `G-${group}`,
      name: `${adjective} ${color} ${kind} ${at}`,
      'lng:de_DE:name': `${kind} ${adjective} in ${color} ${at}`,
      url: `https://shop.example.com/products/${kind.toLowerCase()}-${at}?ref=feed`,
      price: (price + version) / 100,
      sale_price: (Math.floor(price * 0.8) + version) / 100,
      cost: Math.floor(price * 0.4) / 100,
      in_stock: (at + version) % 10 !== 0,
      stock: Math.floor(draw() * 200),
      image_url: `https://cdn.example.com/images/${at % 1_000}/${at}-large.jpg`,
      thumbnail_url: `https://cdn.example.com/images/${at % 1_000}/${at}-small.jpg`,
      categories: [pick(['Women', 'Men', 'Kids']), kind, `${kind} ${adjective}`],
      keywords: [adjective, color, pick(words), pick(materials)],
      brand: `Brand ${Math.floor(draw() * draw() * 2_000)}`,
      publish_time: day.toISOString().replace('.000', ''),
      description: description.join(' '),
      color,
      size: pick(['XS', 'S', 'M', 'L', 'XL', 'XXL']),
      material: pick(materials),
      gender: pick(['female', 'male', 'unisex']),
      age_group: pick(['adult', 'kids', 'toddler']),
      condition: 'new',
      currency: 'EUR',
      availability: draw() < 0.9 ? 'in stock' : 'preorder',
      season: pick(['spring', 'summer', 'autumn', 'winter']),
      collection: `Collection ${2020 + Math.floor(draw() * 7)} ${pick(words)}`,
      style: pick(['casual', 'formal', 'sport', 'outdoor', 'business']),
      pattern: pick(['plain', 'striped', 'dotted', 'checked', 'floral']),
      origin: pick(countries),
      supplier: `Supplier ${Math.floor(draw() * 400)}`,
      warehouse: pick(['Berlin', 'Hamburg', 'Leipzig', 'Venlo']),
      tax_class: pick(['standard', 'reduced']),
      shipping_class: pick(['parcel', 'letter', 'bulky']),
      rating: Math.round(draw() * 50) / 10,
      reviews: Math.floor(draw() * draw() * 5_000),
      margin: Math.floor(draw() * 60),
      weight: Math.floor(draw() * 4_000) / 1_000,
      gtin: String(4_000_000_000_000 + at * 97),
      is_new: draw() < 0.1,
    };
  };
}

/** Writes items as NDJSON. */
export async function writeItems(path: string, count: number, seed: number): Promise<void> {
  const make = shopItems(count, seed);
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  for (let at = 0; at < count; at += 1) {
    if (!file.write(`${JSON.stringify(make(at, 1))}\n`)) await once(file, 'drain');
  }
  await finished(file.end());
}

/** Numbers from 0 to 1 (mulberry32). */
export function drawing(seed: number): Draw {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
