// Files in a browser: sent, mapped, looked at, published, and taken back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertFits, openShop, type Shop, skip } from './browser.ts';
import {
  choose,
  chooseColumn,
  drop,
  googleFile,
  googleItem,
  journeys,
  numbersOf,
  rest,
  workbook,
} from './feed-files.ts';
import { violationsOn } from './look.ts';
import { item, makeFeed, picture } from './plant-feed.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;

test('a feed file goes live in four clicks: New feed, Create feed, Choose a file, Publish', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds');
  await page.getByRole('button', { name: 'New feed' }).click();
  await page.keyboard.type('Summer catalogue');
  await page.getByRole('button', { name: 'Create feed' }).click();
  const rows = Array.from({ length: 30 }, (_, at) => `s-${at},"Dress ${at}",${rest(`s-${at}`)}`);
  const head = 'id,title,link,image_link,price,availability,brand,product_type';
  await choose(page, 'summer.csv', Buffer.from([head, ...rows].join('\n')));
  await page.getByRole('list', { name: 'Preview of items' }).getByText('Dress 3').waitFor();
  await page.getByRole('button', { name: 'Publish 30 items' }).click();
  await page.getByText('Revision 1 is live: 30 rows accepted.').waitFor();
  await page.getByRole('link', { name: 'View items' }).click();
  await page.getByRole('list', { name: 'Items' }).getByText('EUR\u00a024.90').first().waitFor();
  assert.deepEqual(faults, []);
});

for (const [at, { name, bytes, clicks, shows, costs, ...more }] of journeys.entries()) {
  test(`${name} goes from drop to live, unaided, in ${clicks === 1 ? 'one click' : `${clicks} clicks`}`, {
    skip,
  }, async () => {
    const id = `73${at}`;
    await makeFeed(shop.server, { id, name: `Shop ${at}` }, []);
    const { page, open, faults } = await shop.windowOf(editor);
    await page.route(/^https:\/\/(cdn|pictures)\.example\//, (route) => route.fulfill(picture));
    await page.addInitScript(`globalThis.clicks = 0;
      addEventListener('click', ({ isTrusted }) => { globalThis.clicks += isTrusted ? 1 : 0 }, true)`);
    await open(`/test/feeds?id=${id}`);
    const began = Date.now();
    await drop(page, name, bytes, `Drop the file to upload it to Shop ${at}`);
    const publish = page.getByRole('button', { name: /^Publish \d+ items?$/ });
    await publish.waitFor();
    const shopField = page.getByRole('textbox', { name: 'Your shop’s address' });
    assert.equal(await shopField.count(), more.shop === undefined ? 0 : 1);
    if (more.shop !== undefined) assert.equal(await shopField.inputValue(), more.shop);
    await publish.click();
    await page.getByText(/^Revision 1 is live: \d+ rows? accepted\.$/).waitFor();
    assert.equal(await page.evaluate('globalThis.clicks'), clicks);
    assert.ok(Date.now() - began < 120_000);
    await page.getByRole('link', { name: 'View items' }).click();
    const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
    const found = items.filter({ hasText: shows }).filter({ hasText: costs });
    await found.first().waitFor();
    assert.deepEqual(faults, []);
  });
}

test('words that a German spreadsheet alone knows are given a meaning, and what is left is downloaded', {
  skip,
}, async () => {
  await makeFeed(shop.server, { id: '722', name: 'Geschirr' }, []);
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds?id=722');
  const german = Array.from({ length: 12 }, (_, at) => {
    const stock = ['ja', 'nein', 'gewiss', 'auf Anfrage'][at % 4];
    const address = `https://shop.example/d${at};https://pictures.example/d${at}.png`;
    const price = at === 0 ? '1.299' : at === 1 ? '2.500' : `${at},50`;
    return `D${at};Krug ${at};${price};${stock};Küche;${address}`;
  });
  const head = 'Artikelnummer;Bezeichnung;Preis;auf Lager;Warengruppe;Link;Bild';
  const bytes = Buffer.from([head, ...german].join('\r\n'), 'latin1');
  await drop(page, 'geschirr.csv', bytes, 'Drop the file to upload it to Geschirr');
  await page.getByText('in_stock: gewiss in 3 rows').waitFor();
  const meaning = page.getByLabel('Meaning of gewiss in in_stock');
  await meaning.selectOption('In stock');
  await page.getByLabel('Meaning of auf Anfrage in in_stock').selectOption('Skip the row');
  assert.equal(await meaning.inputValue(), 'true');
  await page.getByRole('combobox', { name: 'Currency of prices' }).fill('EUR');
  await page.getByRole('option', { name: 'EUR, Euro' }).click();
  await page.getByRole('button', { name: 'Check file' }).click();
  const publish = page.getByRole('button', { name: 'Publish 9 items' });
  await publish.waitFor();
  assert.equal((await numbersOf(page))['Rejected rows'], '0');
  // What could be two numbers is never one of them unasked.
  assert.equal(await publish.isDisabled(), true);
  await page.getByRole('radio', { name: '1.299 is 1299, 2.500 is 2500' }).check();
  assert.equal(await publish.isEnabled(), true);
  // Taken back, the rows are rejected, and the table says why.
  await meaning.selectOption('Reject the row');
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: 'Publish 6 items' }).click();
  await page.getByText('Revision 1 is live: 6 rows accepted, 3 rejected.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rejected rows' }).click(),
  ]);
  const table = readFileSync(await download.path(), 'utf8').split('\r\n');
  assert.match(table[0]!, /row,reason,Artikelnummer,Bezeichnung,Preis,auf Lager,/);
  assert.match(
    table[1]!,
    /^4,"in_stock must be a word of stock, not ""gewiss""",D2,Krug 2,"2,50",gewiss,/,
  );
  assert.equal(table.length, 5);
  assert.deepEqual(faults, []);
});

test('a teammate uploads a Google Merchant file, maps it, looks at it, publishes it and rolls it back', {
  skip,
}, async () => {
  await makeFeed(shop.server, { id: '720', name: 'Products' }, [item('s-10'), item('old')]);
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds?id=720');
  await page.getByRole('tab', { name: 'Upload' }).click();
  const items = Array.from({ length: 30 }, (_, at) => googleItem(`s-${10 + at}`));
  await choose(page, 'products.xml', googleFile([...items, googleItem('broken', 'on request')]));

  await page.getByText('Google Merchant XML').waitFor();
  await page.getByText('No column for name yet').waitFor();
  const compare = page.getByRole('button', { name: 'Check file' });
  assert.equal(await compare.isDisabled(), true);
  await chooseColumn(page, 'name', 'label_7');
  await page.getByText('No column for name yet').waitFor({ state: 'detached' });
  const preview = page.getByRole('list', { name: 'Preview of items' });
  await preview.getByText('Shirt s-10 & <b>more</b>').waitFor();
  // Every member of the mapping is a field, and the JSON beside them is the same.
  await page.getByRole('button', { name: 'Edit brand' }).click();
  const rule = page.getByRole('group', { name: 'Rule of brand' });
  await rule.getByRole('button', { name: 'Add value' }).click();
  await rule.getByRole('textbox', { name: 'Value 1 in the file' }).fill('Acme');
  await rule.getByRole('textbox', { name: 'Meaning of value 1' }).fill('Acme Ltd');
  const made = page.getByRole('list', { name: 'Columns of the feed' }).getByRole('listitem');
  await made.filter({ hasText: 'Acme → Acme Ltd' }).waitFor();
  await page.getByRole('button', { name: 'Show rules for rows' }).click();
  await page.getByRole('button', { name: 'Skip rows', exact: true }).click();
  await page.getByText('First complete the mapping.').waitFor();
  await page.getByRole('button', { name: 'Remove skip rule 1' }).click();
  await page.getByRole('button', { name: 'For developers: Mapping' }).click();
  const json = page.getByRole('textbox', { name: 'Mapping', exact: true });
  const mapping = JSON.parse(await json.inputValue());
  assert.deepEqual(mapping.columns.brand.values, { Acme: 'Acme Ltd' });
  mapping.columns.keywords = { from: 'brand', as: 'list', text: ['lower'] };
  await json.fill(JSON.stringify(mapping));
  await page.getByRole('button', { name: 'Use this mapping' }).click();
  await made.filter({ hasText: 'in lower case, read as list' }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.getByRole('tab', { name: 'Rejected rows: 1' }).click();
  await page.getByText('not "on request"').waitFor();
  await assertFits(page);

  await compare.click();
  await page.getByText('Rejected rows', { exact: true }).waitFor();
  assert.deepEqual(await numbersOf(page), {
    ...{ New: '29', Changed: '1', Unchanged: '0', Removed: '1', 'Rejected rows': '1' },
  });
  await page.getByRole('button', { name: 'Publish 30 items' }).click();
  await page.getByText('Revision 2 is live: 30 rows accepted, 1 rejected.').waitFor();
  await page.getByText('30 items, revision 2').waitFor();

  await page.getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 added, 1 changed, 29 removed. The feed will have 2 items.').waitFor();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('2 items, revision 3').waitFor();
  await page.getByRole('list', { name: 'Revisions' }).getByText('products.xml').waitFor();
  assert.deepEqual(faults, []);
});

test('the sheet of a workbook, and what numbers are meant, are chosen and still so after a reload', {
  skip,
}, async () => {
  await makeFeed(shop.server, { id: '728', name: 'Sheets' }, []);
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds?id=728&show=upload');
  await choose(page, 'catalogue.xlsx', workbook);
  const preview = page.getByRole('list', { name: 'Preview of items' });
  await preview.getByText('Lamp s').waitFor();
  const sheet = page.getByLabel('Sheet', { exact: true });
  assert.equal(await sheet.inputValue(), 'Summer');
  await sheet.selectOption('Winter');
  await preview.getByText('Lamp w').waitFor();
  await page.getByRole('radio', { name: '1.299 EUR is 1299' }).check();
  await preview.getByText('1,299.00').waitFor();
  await page.getByRole('button', { name: 'Check file' }).click();
  const publish = page.getByRole('button', { name: 'Publish 1 item' });
  await publish.waitFor();
  await page.reload();
  await preview.getByText('1,299.00').waitFor();
  assert.equal(await sheet.inputValue(), 'Winter');
  assert.equal(await page.getByRole('radio', { name: '1.299 EUR is 1299' }).isChecked(), true);
  await publish.click();
  await page.getByText('Revision 1 is live').waitFor();
  await page.getByRole('link', { name: 'View history' }).click();
  await page.getByText('catalogue.xlsx, sheet Winter').waitFor();
  assert.deepEqual(faults, []);
});

test('a file that is none ends with a reason and stays chosen; one that would empty the feed is asked about', {
  skip,
}, async () => {
  const items = Array.from({ length: 8 }, (_, at) => item(`s-${at}`));
  await makeFeed(shop.server, { id: '721', name: 'Guarded' }, items);
  const { page, open, faults } = await shop.windowOf(editor);
  await page.route('https://pictures.example/**', (route) => route.fulfill(picture));
  await open('/test/feeds?id=721&show=upload');
  await choose(
    page,
    'products.xml',
    Buffer.from('<!doctype html><html><body>Sign in</body></html>'),
  );
  await page
    .getByRole('alert')
    .getByText(/cannot be used/)
    .waitFor();
  await page.getByText('the file is still chosen').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('alert')
    .getByText(/cannot be used/)
    .waitFor();

  const rows = `sku;group_id;name;url;price;in_stock;image_url;categories
s-1;s-1;"Shirt; blue";https://shop.example/s-1;12,50;true;https://pictures.example/s-1.png;A|B`;
  await choose(page, 'products.csv', Buffer.from(rows, 'latin1'));
  await page.getByText('Comma (12,50)').waitFor();
  await page.getByText('Semicolon').waitFor();
  const preview = page.getByRole('list', { name: 'Preview of items' });
  await preview.getByText('12.50').waitFor();
  const currency = page.getByRole('combobox', { name: 'Currency of prices' });
  const place = await currency.boundingBox();
  await currency.fill('EUR');
  await page.getByRole('option', { name: 'EUR, Euro' }).click();
  await preview.getByText('EUR 12.50').waitFor();

  // The check that began by itself is over, whether it had the currency already or not.
  const idle = page.locator('button:not([data-loading])');
  await idle.filter({ hasText: /^(Check file|Publish 1 item)$/ }).waitFor();
  // What it found has moved no field from under a hand.
  assert.deepEqual(await currency.boundingBox(), place);

  // With other settings the file has other columns; without any, its own again.
  const columns = page.getByRole('list', { name: 'Columns of the feed' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Show columns' }).click();
  assert.equal(await columns.count(), 9);
  await page.getByRole('button', { name: 'Show file format' }).click();
  await page.getByLabel('Separator', { exact: true }).selectOption('Tab');
  await page
    .getByText(/^sku;group_id;name/)
    .first()
    .waitFor();
  await page.getByText('No column for sku, group_id, name').waitFor();
  // Settings are remembered once the service has read the file with them.
  await page.getByRole('tab', { name: 'Rejected rows: 1' }).waitFor();
  await page.reload();
  await page
    .getByText(/^sku;group_id;name/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Show file format' }).click();
  await page.getByLabel('Separator', { exact: true }).selectOption('Semicolon');
  await preview.getByText('12.50').waitFor();
  assert.equal(await columns.count(), 8);
  await page.getByRole('button', { name: 'Check file' }).click();
  const publish = page.getByRole('button', { name: 'Publish 1 item' });
  await publish.waitFor();
  assert.equal(await publish.isDisabled(), true);
  // What was sent is still there after a reload, with what was found.
  await page.reload();
  await page.getByRole('checkbox', { name: 'Yes, remove 7 of 8 items' }).check();
  await publish.click();
  await page.getByText('Revision 2 is live').waitFor();
  await page.getByRole('link', { name: 'View items' }).click();
  await page.getByRole('list', { name: 'Items' }).getByText('Shirt; blue').waitFor();
  assert.deepEqual(faults, []);
});
