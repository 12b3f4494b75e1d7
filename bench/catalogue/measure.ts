// One size of a feed in memory, in a process of its own: built, asked, changed; figures as JSON.
//
// node --expose-gc bench/catalogue/measure.ts ITEMS SEED
import { type Catalogue, changeCatalogue, compactCatalogue, itemText } from '@attune/core';
import { drawing, shopItems } from './items.ts';
import type { Figures } from './report.ts';

const [items, seed] = process.argv.slice(2).map(Number) as [number, number];
const make = shopItems(items, seed);
const encoder = new TextEncoder();
const stored = (at: number, version: number) =>
  encoder.encode(itemText(make(at, version) as Parameters<typeof itemText>[0]));
const changedItems = 100;

/** Processor time of this thread in ms: what others do on the machine does not count. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** As a cell of a CSV file: no names, no quotes, no escapes, lists joined by a character. */
function rawBytes(item: object): number {
  let bytes = 0;
  for (const value of Object.values(item)) {
    bytes += encoder.encode(Array.isArray(value) ? value.join('|') : String(value)).length;
  }
  return bytes;
}

function collectGarbage(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function build() {
  const change = changeCatalogue(undefined, items);
  let [ms, raw, json] = [0, 0, 0];
  const batch = 1_000;
  for (let from = 0; from < items; from += batch) {
    const some: Uint8Array[] = [];
    for (let at = from; at < Math.min(items, from + batch); at += 1) {
      raw += rawBytes(make(at, 1));
      some.push(stored(at, 1));
      json += some.at(-1)!.length;
    }
    const startedAt = cpuMs();
    for (const item of some) change.put(item);
    ms += cpuMs() - startedAt;
  }
  return { catalogue: change.finish('1'), ms, raw, json };
}

function compact(catalogue: Catalogue) {
  const startedAt = cpuMs();
  const work = compactCatalogue(catalogue);
  const steps: number[] = [];
  for (;;) {
    const stepAt = performance.now();
    const { done, value } = work.next();
    steps.push(performance.now() - stepAt);
    if (done) {
      return { catalogue: value, ms: cpuMs() - startedAt, stepMs: share(steps, 0.99) };
    }
  }
}

const share = (values: number[], of: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * of)]!;

/** The first quartile of short rounds by the clock, in microseconds each. */
function time(count: number, work: (at: number) => unknown): number {
  const rounds = Array.from({ length: 41 }, (_, round) => {
    const startedAt = performance.now();
    for (let at = 0; at < count; at += 1) work(round * count + at);
    return (1_000 * (performance.now() - startedAt)) / count;
  });
  return share(rounds, 0.25);
}

function changes(from: Catalogue) {
  const draw = drawing(seed + 1);
  let catalogue = from;
  const rounds: number[] = [];
  for (let version = 2; version < 23; version += 1) {
    const some = Array.from({ length: changedItems }, () =>
      stored(Math.floor(draw() * items), version),
    );
    const startedAt = performance.now();
    const change = changeCatalogue(catalogue);
    for (const item of some) change.put(item);
    catalogue = change.finish(String(version));
    rounds.push(performance.now() - startedAt);
  }
  return { catalogue, ms: share(rounds, 0.25) };
}

function ask(catalogue: Catalogue) {
  const draw = drawing(seed + 2);
  const asked = Array.from({ length: 10_000 }, () => Math.floor(draw() * items));
  const skus = asked.map((at) => (make(at, 1) as { sku: string }).sku);
  const rows = skus.map(catalogue.rowOf);
  const row = (at: number) => rows[at % rows.length]!;
  const fields = ['sku', 'name', 'price', 'url', 'image_url'];
  const column = (name: string) => catalogue.column(name)!;
  const [inStock, kids] = [column('in_stock').matcher(true), column('categories').matcher('Kids')];
  const price = column('price');
  const [brand, group] = [column('brand'), column('group_id')];
  return {
    rowOf: time(1_000, (at) => catalogue.rowOf(skus[at % skus.length]!)),
    itemText: time(200, (at) => catalogue.itemText(row(at))),
    fiveFields: time(1_000, (at) => catalogue.itemText(row(at), fields)),
    localised: time(1_000, (at) => catalogue.itemText(row(at), fields, 'de_DE')),
    threeFilters: time(
      500_000,
      (at) => inStock(row(at)) && kids(row(at)) && price.number(row(at)) < 100,
    ),
    rowsOfBrand: time(50, (at) => brand.rowsWith(`Brand ${200 + (at % 200)}`)),
    rowsOfGroup: time(200, (at) => group.rowsWith(`G-${at % (items / 4)}`)),
    countInStock: time(500, () => column('in_stock').countWith(true)),
  };
}

const before = collectGarbage();
const built = build();
const ready = compact(built.catalogue);
const memory = collectGarbage() - before;
const questions = ask(ready.catalogue);
const changed = changes(ready.catalogue);
const afterChanges = ask(changed.catalogue);
const figures: Figures = {
  items,
  columns: ready.catalogue.columns.length,
  buildMs: built.ms,
  settleMs: ready.ms,
  stepMs: ready.stepMs,
  rawBytes: built.raw,
  jsonBytes: built.json,
  memory,
  reckoned: ready.catalogue.bytes,
  changeMs: changed.ms,
  questions,
  afterChanges,
};
console.log(JSON.stringify(figures));
