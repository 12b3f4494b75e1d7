// The page of pulls with pulls of each kind, its forms, what a test of a source says, its dialogs.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import {
  bookOf,
  head,
} from '../../packages/server/src/features/catalog/feeds/files/workbook/workbook.fixture.ts';
import type { TestServer } from '../../packages/server/src/testing.ts';
import { until } from './browser.ts';
import { lookAll, type thoroughLooks } from './look.ts';
import { ask, item, makeFeed } from './plant-feed.ts';

/** Of a server whose feeds may be fetched from this machine. */
export const pullsFromHere = { env: { PULL_ALLOWED_HOSTS: '127.0.0.1' } };

const hostKey = `SHA256:${'a'.repeat(43)}`;
const columns = ['sku', 'group_id', 'name', 'url', 'image_url', 'price', 'in_stock', 'categories'];
const cells = ['a', 'a', 'Lamp', 'https://a.example/a', 'https://a.example/a.png', '5', 'yes', 'A'];

/** Starts a shop whose files are fetched: a catalogue, a workbook, and a page instead of a file. */
export async function startSource() {
  const book = bookOf({
    sheets: [
      ['Notes', head(1, 'Ask Kim')],
      ['Products', `${head(1, ...columns)}${head(2, ...cells)}`],
    ],
  });
  const files = new Map<string, string | Buffer>([
    ['/products.csv', `${columns.join()}\n${cells.join()}\n`],
    ['/catalogue.xlsx', book],
    ['/paths.csv', `id,title,link,image_link,price,stock,type\nx,Lamp,p/x,i/x.png,5,yes,Light\n`],
    ['/prices.csv', 'sku,price\na,4\nb,x\n'],
    ['/moved', '<!doctype html><html><body>Sign in</body></html>'],
  ]);
  const http = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    if (file === undefined) response.statusCode = 404;
    response.end(file);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const close = () => {
    http.closeAllConnections();
    http.close();
  };
  return { at: (path: string) => `http://127.0.0.1:${port}${path}`, close };
}

type Source = Awaited<ReturnType<typeof startSource>>;

/** Makes a feed that is pulled as a whole, and in parts, one of which fails. */
export async function plantPulls(server: TestServer, source: Source, id: string): Promise<void> {
  await makeFeed(server, { id, name: 'Pulled' }, [item('a'), item('b')]);
  const set = (name: string, body: object) =>
    ask(server, 'PUT', `/v2/feeds/${id}/pull?name=${name}`, body);
  const schedule = { everyMinutes: 15 };
  const daily = { dailyAt: '04:30' };
  await set('main', { url: source.at('/products.csv'), schedule: daily, allowShrink: true });
  await set('prices', { url: source.at('/prices.csv'), schedule, onlyColumns: ['price'] });
  await set('stock', {
    ...{ url: 'sftp://127.0.0.1:1/out/stock.csv', schedule, onlyColumns: ['in_stock'], hostKey },
    authorization: { username: 'shop', password: 'secret' },
  });
  await set('dates', {
    ...{ url: 's3://shop-exports/dates.csv', isOn: false, schedule: daily },
    ...{ onlyColumns: ['publish_time'], s3: { endpoint: source.at(''), region: 'eu-central-1' } },
    authorization: { accessKeyId: 'AK', secretAccessKey: 'secret' },
  });
  for (const name of ['main', 'prices', 'stock']) {
    await ask(server, 'POST', `/v2/feeds/${id}/pull/run?name=${name}`, undefined);
  }
}

/** Every state of the page as it is first seen; what is wrong with it, in words. */
export async function lookAtPulls(
  { page, open }: { readonly page: Page; readonly open: (path: string) => Promise<void> },
  { id, source, looks }: { id: string; source: Source; looks?: typeof thoroughLooks },
): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await lookAll(page, `pulls-${name}`, looks)));
  };
  await open(`/test/feeds?id=${id}&show=pull`);
  const log = page.getByRole('table', { name: 'Last pulls' });
  // A partial pull that was done before the whole one runs once more after it.
  await until(async () => (await log.getByRole('row').count()) >= 4);
  await log.getByText('Failed').waitFor();
  await look('listed');

  await page.getByRole('button', { name: 'Remove pull' }).first().click();
  await page
    .getByRole('dialog')
    .getByText(/This deletes/)
    .waitFor();
  await look('remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Add pull' }).click();
  const url = page.getByLabel('File URL');
  const tryOut = () => page.getByRole('button', { name: 'Test source' }).click();
  await url.fill('http://10.0.0.1/products.csv');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name a column.').waitFor();
  await look('incomplete');
  await tryOut();
  await page.locator('input[type=url][aria-invalid=true]').waitFor();
  await look('refused');
  await url.fill(source.at('/moved'));
  await tryOut();
  await page.getByText('The file cannot be read').waitFor();
  await look('unreadable');
  await url.fill(source.at('/paths.csv'));
  await tryOut();
  await page.getByText('The file can be read').waitFor();
  await page.getByRole('checkbox', { name: 'Map columns as suggested' }).check();
  const shopField = page.getByRole('textbox', { name: 'Your shop’s address' });
  assert.equal(await shopField.inputValue(), 'https://shop.example');
  await shopField.fill('shop.example');
  await page.getByText('Enter an address such as https://shop.example.').waitFor();
  await look('paths');
  await page.getByRole('checkbox', { name: 'Map columns as suggested' }).uncheck();
  await url.fill(source.at('/catalogue.xlsx'));
  await tryOut();
  await page.getByText('The file can be read').waitFor();
  await page.getByLabel('Sheet', { exact: true }).waitFor();
  await look('workbook');
  for (const kind of ['SFTP', 'S3']) {
    await page.getByRole('radio', { name: kind, exact: true }).check();
    await look(kind);
  }
  return found;
}
