// A shop's feed to measure with: rows of about 500 bytes, or of 40 columns; the same for a seed.
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export interface FeedFiles {
  /** As it is sent to a feed. */
  readonly ndjson: string;
  /** The same rows for COPY into (sku, data). */
  readonly copy: string;
  readonly bytes: number;
}

type Draw = () => number;

const kinds = 'Shirt Dress Jacket Sneaker Boot Scarf Hat Belt Sock Jeans'.split(' ');
const colors = 'red blue green black white grey'.split(' ');
const words =
  'soft light warm classic modern slim wide long short everyday summer winter city trail'.split(
    ' ',
  );

/** How many columns a row has without further ones. */
const ownColumns = 15;

/**
 * Writes a feed of `count` rows; another version of it differs in every row's price. Columns beyond
 * 15 are attributes as shops have them: words, numbers, flags, names in another language.
 */
export async function writeFeed(
  folder: string,
  {
    count,
    columns,
    seed,
  }: { readonly count: number; readonly columns: number; readonly seed: number },
  version: number,
): Promise<FeedFiles> {
  const draw = drawing(seed);
  const files = {
    ndjson: `${folder}/feed-${version}.ndjson`,
    copy: `${folder}/feed-${version}.copy`,
  };
  const [ndjson, copy] = [files.ndjson, files.copy].map((path) =>
    createWriteStream(path, { highWaterMark: 1024 * 1024 }),
  ) as [WriteStream, WriteStream];
  let bytes = 0;
  for (let at = 0; at < count; at += 1) {
    const row = {
      ...rowOf(at, count, version, draw),
      ...furtherColumns(columns - ownColumns, draw),
    };
    const text = JSON.stringify(row);
    bytes += text.length + 1;
    await write(ndjson, `${text}\n`);
    await write(copy, `${row.sku}\t${text.replaceAll('\\', '\\\\')}\n`);
  }
  await Promise.all([ndjson, copy].map((stream) => finished(stream.end())));
  return { ...files, bytes };
}

async function write(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** Skus come in no order, as from a shop whose export is sorted by something else. */
function rowOf(at: number, count: number, version: number, draw: Draw) {
  const pick = <T>(of: readonly T[]) => of[Math.floor(draw() * of.length)]!;
  const kind = pick(kinds);
  const color = pick(colors);
  const description = Array.from({ length: 15 + Math.floor(draw() * 15) }, () => pick(words));
  return {
    sku: `SKU-${String((at * 7_919) % count).padStart(8, '0')}`,
    group_id: `G-${Math.floor(at / 4)}`,
    name: `${pick(words)} ${color} ${kind} ${at}`,
    url: `https://shop.example.com/products/${kind.toLowerCase()}-${at}?ref=feed`,
    price: (Math.floor(draw() * 20_000) + version) / 100,
    in_stock: draw() < 0.9,
    image_url: `https://cdn.example.com/images/${at % 1_000}/${at}-large.jpg`,
    categories: [pick(['Women', 'Men', 'Kids']), kind, `${kind} ${pick(words)}`],
    brand: `Brand ${Math.floor(draw() * 300)}`,
    color,
    size: pick(['XS', 'S', 'M', 'L', 'XL']),
    material: pick(['cotton', 'wool', 'linen', 'leather', 'polyester']),
    description: description.join(' '),
    rating: Math.round(draw() * 50) / 10,
    margin: Math.floor(draw() * 60),
  };
}

function furtherColumns(count: number, draw: Draw): Record<string, unknown> {
  const word = () => words[Math.floor(draw() * words.length)]!;
  const kindsOfValue = [
    () => word(),
    () => Math.floor(draw() * 1_000),
    () => draw() < 0.5,
    () => `${word()} ${word()} ${word()}`,
    () => [word(), word()],
  ];
  const further = Array.from({ length: Math.max(0, count) }, (_, at): [string, unknown] => [
    `attribute_${String(at).padStart(2, '0')}`,
    kindsOfValue[at % kindsOfValue.length]!(),
  ]);
  return Object.fromEntries(further);
}

/** Numbers from 0 to 1 (mulberry32). */
function drawing(seed: number): Draw {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
