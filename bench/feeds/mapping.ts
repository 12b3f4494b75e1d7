// What a mapping costs: a file in a shop's own columns beside one in the columns of a feed.

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { checkMapping, itemReader, type Mapping } from '../../packages/core/src/index.ts';
import { readFeed } from '../../packages/server/src/features/catalog/feeds/files/read-feed-file.ts';
import { fileSource } from '../../packages/server/src/features/catalog/feeds/files/source.ts';
import { median } from '../support/load.ts';
import { writeFeed } from './rows.ts';

/** As one is suggested for such a file: names, conversions, and text that is cleaned. */
const mapping = {
  columns: {
    sku: { from: 'id', as: 'string' },
    group_id: { from: ['item_group_id', 'id'], as: 'string' },
    name: { from: 'title', text: ['decode', 'trim'], as: 'string' },
    url: { from: 'link', text: ['decode'], as: 'url' },
    price: { from: 'price', as: 'price' },
    currency: { from: 'price', as: 'currency' },
    in_stock: { from: 'availability', as: 'stock' },
    image_url: { from: 'image_link', at: 0, as: 'url' },
    categories: { from: 'product_type', as: 'list', separator: '>' },
    brand: { from: 'brand', as: 'string', optional: true },
    description: { from: 'text', text: ['strip', 'decode', 'trim'], as: 'string', optional: true },
  },
  skip: [{ from: 'visible', in: ['no'] }],
  keepOthers: true,
};

interface Round {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Reads both files in turn and gives the report. */
export async function measureMapping(
  folder: string,
  asked: { readonly count: number; readonly columns: number; readonly seed: number },
  rounds: number,
): Promise<string> {
  const { ndjson } = await writeFeed(folder, asked, 1);
  const foreign = await writeForeign(ndjson, `${folder}/foreign.ndjson`);
  const checked = checkMapping(mapping);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const figures = { without: [] as Round[], with: [] as Round[] };
  for (let round = 0; round < rounds; round += 1) {
    figures.without.push(await readAll(ndjson, asked.count));
    figures.with.push(await readAll(foreign, asked.count, checked.mapping));
    const [without, mapped] = [figures.without.at(-1)!, figures.with.at(-1)!];
    console.error(
      `without ${without.cpuSeconds.toFixed(1)} s, with ${mapped.cpuSeconds.toFixed(1)} s`,
    );
  }
  return reportOf(figures, asked.count, rounds);
}

async function readAll(path: string, count: number, mapping?: Mapping): Promise<Round> {
  const read = itemReader('E-commerce');
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  let items = 0;
  for await (const line of readFeed(await fileSource(path), { ...(mapping && { mapping }) })) {
    if ('row' in line && read(line.row, line.asked).ok) items += 1;
  }
  if (items !== count) throw new Error(`${items} items instead of ${count}`);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** The same rows in the columns of a shop, with prices, stock and categories as texts. */
async function writeForeign(from: string, to: string): Promise<string> {
  const out = createWriteStream(to, { highWaterMark: 1024 * 1024 });
  for await (const line of createInterface({ input: createReadStream(from) })) {
    const row = JSON.parse(line);
    const { sku, group_id, name, url, price, in_stock, image_url, categories, ...others } = row;
    const { description, ...rest } = others;
    const text = JSON.stringify({
      ...{ id: sku, item_group_id: group_id, title: name, link: url, price: `${price} EUR` },
      ...{ availability: in_stock ? 'in stock' : 'out of stock', image_link: image_url },
      ...{ product_type: categories.join(' > '), text: `<p>${description}</p>`, visible: 'yes' },
      ...rest,
    });
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  await finished(out.end());
  return to;
}

function reportOf(
  figures: Readonly<Record<'without' | 'with', readonly Round[]>>,
  count: number,
  rounds: number,
): string {
  const cpu = (name: 'without' | 'with') => median(figures[name].map((one) => one.cpuSeconds));
  const row = (name: 'without' | 'with') =>
    `| ${name} | ${((1e6 * cpu(name)) / count).toFixed(1)} | ${(cpu(name) / cpu('without')).toFixed(2)} |`;
  return `# Feeds with a mapping

\`npm run bench -- feeds --mapping --items ${count}\`: reading ${count.toLocaleString('en')} items of NDJSON and
checking each, without what the database does, which is the same for both. Processor time, medians of ${rounds}
rounds in turn, of ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; load of the machine at the end
${loadavg()[0]!.toFixed(0)}.

| mapping | us/row | without = 1, wanted at most 2 |
|---|---|---|
${row('without')}
${row('with')}
`;
}
