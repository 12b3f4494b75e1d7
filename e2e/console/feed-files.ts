// Files for the journeys of feeds, and what a teammate does with one on the page.
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import {
  bookOf,
  head,
} from '../../packages/server/src/features/catalog/feeds/files/workbook/workbook.fixture.ts';

/** What Google's own example shows, and the `title` under a name that nobody can guess. */
export const googleItem = (id: string, price = '15.00 USD') => `
  <item>
    <g:id>${id}</g:id><g:label_7>Shirt ${id} &amp; &lt;b&gt;more&lt;/b&gt;</g:label_7>
    <g:link>https://shop.example/${id}</g:link>
    <g:image_link>https://pictures.example/${id}.png</g:image_link>
    <g:price>${price}</g:price><g:availability>in_stock</g:availability>
    <g:product_type>Clothes &gt; Shirts</g:product_type><g:brand>Acme</g:brand>
  </item>`;

export const googleFile = (items: readonly string[]) =>
  Buffer.from(
    `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
    <title>Shop</title>${items.join('')}</channel></rss>`,
  );

/** The columns of a CSV row behind its id and its title. */
export const rest = (sku: string) =>
  `https://shop.example/${sku},https://pictures.example/${sku}.png,24.90 EUR,in_stock,Acme,Dresses`;

export async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/xml', buffer });
}

/** Says which column of the file one of the feed is. */
export async function chooseColumn(page: Page, column: string, source: string): Promise<void> {
  await page.getByRole('combobox', { name: `Column of the file for ${column}` }).fill(source);
  await page.getByRole('option', { name: source, exact: true }).click();
}

/** Holds a file over the page, and lets it go. */
export async function drop(page: Page, name: string, bytes: Buffer, about: string): Promise<void> {
  await page.getByRole('tab', { name: 'Upload' }).waitFor();
  const dataTransfer = await page.evaluateHandle(`(() => {
    const held = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0));
    held.items.add(new File([bytes], ${JSON.stringify(name)}));
    return held;
  })()`);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  await page.getByText(about, { exact: true }).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

export const numbersOf = async (page: Page) =>
  Object.fromEntries(
    await Promise.all(
      ['New', 'Changed', 'Unchanged', 'Removed', 'Rejected rows'].map(async (name) => {
        const term = page
          .locator('dl > div')
          .filter({ has: page.getByText(name, { exact: true }) });
        return [name, await term.locator('dd').innerText()] as const;
      }),
    ),
  );

function sheetOf(sku: string, price: string): string {
  const names = ['sku', 'group_id', 'name', 'url', 'image_url', 'price', 'in_stock', 'categories'];
  const at = [`https://shop.example/${sku}`, `https://pictures.example/${sku}.png`];
  return `${head(1, ...names)}${head(2, sku, sku, `Lamp ${sku}`, ...at, price, 'ja', 'Light')}`;
}

/** Two sheets of products behind one of notes, a price of which has two readings. */
export const workbook = bookOf({
  sheets: [
    ['Notes', head(1, 'Ask Kim')],
    ['Summer', sheetOf('s', '12,50 EUR')],
    ['Winter', sheetOf('w', '1.299 EUR')],
  ],
});

const exportsOf = new URL('../../../shared/data/exports/', import.meta.url);

/** A published export where it is there, else one of the same form. */
function exported(name: string, otherwise: Buffer): Buffer {
  const published = new URL(name, exportsOf);
  return existsSync(published) ? readFileSync(published) : otherwise;
}

const germanExport = Buffer.from(
  [
    'Artikelnummer;Bezeichnung;Preis;auf Lager;Warengruppe;Bild;Link',
    'D0;Übergröße Tasse;1.299,00;ja;Küche;https://cdn.example/d0.jpg;https://shop.example/d0',
    'D1;Löffel;12,50;nein;Küche;https://cdn.example/d1.jpg;https://shop.example/d1',
  ].join('\r\n'),
  'latin1',
);

const shopifyExport = Buffer.from(
  [
    'Handle,Title,Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Status',
    'linen-shirt,Linen shirt,Hillside,Shirts,true,Size,S,LIN-S,7,39.00,https://cdn.example/1.jpg,active',
    'linen-shirt,,,,,,M,LIN-M,0,39.00,,',
    'linen-shirt,,,,,,,,,,https://cdn.example/2.jpg,',
  ].join('\n'),
);

const googleExport = Buffer.from(
  [
    ['id', 'title', 'link', 'image link', 'availability', 'price', 'brand', 'product type'],
    ['G0', 'Red shirt', 'https://shop.example/g0', 'https://cdn.example/g0.jpg'],
  ]
    .map((row, at) => (at === 0 ? row : [...row, 'in stock', '15.00 USD', 'Hillside', 'Shirts']))
    .map((row) => row.join('\t'))
    .join('\n'),
);

/** Files from drop to live: what a teammate clicks, and what the feed then shows. */
export const journeys = [
  {
    name: 'stock-words-german.csv',
    bytes: exported('stock-words-german.csv', germanExport),
    clicks: 1,
    shows: 'Übergröße Tasse',
    costs: '1,299.00',
  },
  {
    name: 'shopify.csv',
    bytes: exported('shopify.csv', shopifyExport),
    clicks: 1,
    // No export has it: here the other feeds do.
    shop: 'https://shop.example',
    shows: 'Linen shirt',
    costs: '39.00',
  },
  {
    name: 'google-merchant.tsv',
    bytes: exported('google-merchant.tsv', googleExport),
    clicks: 1,
    shows: /Red .*shirt/,
    costs: 'USD\u00a015.00',
  },
];
