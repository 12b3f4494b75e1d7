// How the published purchases of 2,377 households become complete events and later purchases.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { AffinityValues, CompleteEvent, Event } from '@attune/core';
import { completeEvent } from '@attune/core';

/** Columns of the products; `brand` has two values and is only carried along. */
const properties = ['department', 'brand', 'product_category'] as const;

/** The published data, relative to this file; see bench/results for the source. */
export const dataFolder = new URL('../../../shared/data/completejourney/', import.meta.url);

/** One purchase event a basket, by household, in order of time. */
export type Journeys = ReadonlyMap<string, readonly CompleteEvent[]>;

/** Reads products and purchases; lines of products that the data does not name say nothing. */
export function readJourneys(): Journeys {
  const products = readProducts();
  const baskets = new Map<string, Record<string, string>[]>();
  for (const line of readTable('transactions.csv.gz')) {
    const basket = baskets.get(line['basket_id']!) ?? [];
    baskets.set(line['basket_id']!, basket);
    basket.push(line);
  }
  const journeys = new Map<string, CompleteEvent[]>();
  for (const [id, lines] of baskets) {
    const household = lines[0]!['household_id']!;
    const cart = lines.map((line) => ({
      sku: line['product_id']!,
      quantity: Number(line['quantity']),
    }));
    const time = Date.parse(lines[0]!['transaction_timestamp']!);
    const prices = new Map(lines.map((line) => [line['product_id']!, unitPrice(line)]));
    const lookup = (sku: string): AffinityValues | undefined => {
      const [values, price] = [products.get(sku), prices.get(sku)];
      return values && price ? new Map([...values, ['unit_price', [price]]]) : values;
    };
    const event: Event = { id, time, name: 'purchase', session: '', kind: 'purchase', cart };
    const events = journeys.get(household) ?? [];
    journeys.set(household, events);
    events.push(completeEvent(event, { identified: true, lookup }));
  }
  for (const events of journeys.values()) events.sort((a, b) => a.event.time - b.event.time);
  return journeys;
}

/**
 * What one of a product cost, to three significant digits as feeds' prices are counted; products
 * have no price of their own.
 */
function unitPrice(line: Record<string, string>): string | undefined {
  const price = Number(line['sales_value']) / Number(line['quantity']);
  return price > 0 && Number.isFinite(price) ? String(Number(price.toPrecision(3))) : undefined;
}

function readProducts(): Map<string, AffinityValues> {
  const products = new Map<string, AffinityValues>();
  for (const row of readTable('products.csv.gz')) {
    // `NA` is the publisher's word for a category that is not known.
    const known = properties.filter((property) => row[property] !== 'NA' && row[property] !== '');
    products.set(
      row['product_id']!,
      new Map(known.map((property) => [property, [row[property]!]] as const)),
    );
  }
  return products;
}

/** The tables have no quoted fields; one of them has lines that end in CR LF. */
function readTable(name: string): Record<string, string>[] {
  const text = gunzipSync(readFileSync(new URL(name, dataFolder))).toString();
  const [head, ...lines] = text.trim().split(/\r?\n/);
  const columns = head!.split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, fields[at]!]));
  });
}
