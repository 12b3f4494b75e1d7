// The published purchases of 2,377 households as days of interactions, and their products as a
// feed.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type InteractionBlock,
  type InteractionRow,
  makeBlock,
  type ReadableFeed,
} from '@attune/core';
import { dataFolder } from '../affinity-prediction/journey.ts';

const msPerDay = 86_400_000;

/** One block for each day on which something was bought; a basket is a group. */
export function readBlocks(): InteractionBlock[] {
  const days = new Map<number, InteractionRow[]>();
  for (const line of readTable('transactions.csv.gz')) {
    // A line of no quantity is a coupon or a mistake.
    if (Number(line['quantity']) <= 0) continue;
    const time = Date.parse(line['transaction_timestamp']!);
    const day = Math.floor(time / msPerDay);
    const rows = days.get(day) ?? [];
    days.set(day, rows);
    const user = BigInt(line['household_id']!);
    const [sku, group] = [line['product_id']!, line['basket_id']!];
    rows.push({ user, sku, group, kind: 'purchase', time });
  }
  return [...days].map(([day, rows]) => makeBlock(day, rows));
}

/** The products with their columns; `NA` is the publisher's word for what is not known. */
export function readProducts(): ReadableFeed {
  const products = readTable('products.csv.gz');
  const rows = new Map(products.map((product, row) => [product['product_id']!, row]));
  return {
    rows: products.length,
    rowOf: (sku) => rows.get(sku) ?? -1,
    skuOf: (row) => products[row]!['product_id']!,
    isLive: () => true,
    column: (name) => {
      if (products[0]?.[name] === undefined) return undefined;
      const known = (value: string | undefined) => (value && value !== 'NA' ? [value] : []);
      return {
        name,
        texts: (row) => known(products[row]![name]),
        value: (row) => known(products[row]![name])[0],
      };
    },
  };
}

function readTable(name: string): Record<string, string>[] {
  const text = gunzipSync(readFileSync(new URL(name, dataFolder))).toString();
  const [head, ...lines] = text.trim().split(/\r?\n/);
  const columns = head!.split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, fields[at]!]));
  });
}
