// The Complete Journey: purchases of 2,377 households over a year, as products and events.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from './attune.ts';

const folder = resolve(projectRoot, '../shared/data/completejourney');

/** Its purchases, a line for each product. */
export const transactionsFile = resolve(folder, 'transactions.csv.gz');

/** Why the published data cannot be used; false when it is there. */
export const journeyIsMissing: string | false = existsSync(folder)
  ? false
  : 'the published data set completejourney is not beside the project';

export interface Basket {
  readonly household: string;
  readonly event: {
    readonly name: string;
    readonly eventId: string;
    readonly timestamp: string;
    readonly properties: {
      readonly svcType: 'purchase-v1';
      readonly value: number;
      readonly cart: { productId: string; quantity: number; itemPrice: number }[];
    };
  };
}

type Row = Readonly<Record<string, string>>;

function readTable(name: string): Row[] {
  const text = gunzipSync(readFileSync(resolve(folder, name))).toString('utf8');
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.includes('"') ? splitQuoted(line) : line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  });
}

function splitQuoted(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

/** The products as items of a feed. */
export function readProducts(): Record<string, string>[] {
  return readTable('products.csv.gz').map(({ product_id: sku = '', ...columns }) => ({
    sku,
    ...columns,
  }));
}

/** One purchase event a basket, in the order of the file. */
export function readBaskets(): Basket[] {
  const byBasket = Map.groupBy(readTable('transactions.csv.gz'), (row) => row['basket_id'] ?? '');
  return [...byBasket].map(([eventId, lines]) => {
    const [first] = lines as [Row];
    const cart = lines.map((line) => ({
      productId: line['product_id'] ?? '',
      quantity: Number(line['quantity']),
      itemPrice: Number(line['sales_value']),
    }));
    const value = cart.reduce((sum, { itemPrice }) => sum + itemPrice, 0);
    return {
      household: first['household_id'] ?? '',
      event: {
        name: 'Purchase',
        eventId,
        timestamp: first['transaction_timestamp'] ?? '',
        properties: { svcType: 'purchase-v1', value: Math.round(value * 100) / 100, cart },
      },
    };
  });
}
