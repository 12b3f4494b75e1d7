// Tests of Google Merchant's XML: RSS, Atom, faulty rows, and documents that mean harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, refuses } from './feed-file.fixture.ts';

const item = (sku: string) =>
  `<item><title>plain</title><g:id>${sku}</g:id><g:title>Shirt &amp; <![CDATA[<tie>]]></g:title>
   <link>https://a.example/${sku}</link><g:price>15.00 USD</g:price>
   <g:availability>in stock</g:availability>
   <g:image_link>https://a.example/${sku}.jpg</g:image_link>
   <g:product_type>Men &gt; Shirts</g:product_type><g:product_type>Sale</g:product_type>
   <g:brand/><x:id xmlns:x="urn:x">no</x:id>
   <g:shipping><g:country>US</g:country><g:price>0 USD</g:price></g:shipping></item>`;

const rss = (items: string, doctype = '') =>
  `<?xml version="1.0"?>${doctype}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel><title>t</title><link>l</link>${items}</channel></rss>`;

test('XML: RSS items of Google Merchant are mapped', async () => {
  const [line, ...others] = await read('a.xml', rss(item('A1')));
  assert.equal(others.length, 0);
  assert.deepEqual(line, {
    line: 1,
    row: {
      sku: 'A1',
      group_id: 'A1',
      name: 'Shirt & <tie>',
      url: 'https://a.example/A1',
      price: 15,
      currency: 'USD',
      in_stock: true,
      image_url: 'https://a.example/A1.jpg',
      categories: ['Men', 'Shirts', 'Sale'],
      shipping: { country: 'US', price: '0 USD' },
    },
  });
});

test('XML: Atom is read, also in another encoding and with an undeclared prefix', async () => {
  const atom = `<?xml version="1.0" encoding="ISO-8859-1"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<entry><g:id>A1</g:id><title>caf\xe9</title><link rel="self" href="https://no"/>
<link href="https://a.example/1"/></entry></feed>`;
  const [line] = await read('a.atom', Buffer.from(atom, 'latin1'));
  assert.ok(line && 'row' in line);
  const row = { sku: 'A1', group_id: 'A1', name: 'café', url: 'https://a.example/1' };
  assert.deepEqual(line.row, row);
});

test('XML: a row that cannot be mapped is an error that still names its sku', async () => {
  const bad = '<item><g:id>B2</g:id><g:price>cheap</g:price></item>';
  const lines = await read('bad.xml', rss(`${item('A1')}${bad}`));
  assert.deepEqual(lines[1], {
    line: 2,
    fault: 'price must be a price such as "15.00 USD", not "cheap"',
    sku: 'B2',
  });
});

test('XML: what is cut off, not well-formed or no feed is refused whole', async () => {
  await refuses('cut.xml', rss(item('A1')).slice(0, -20), /not well-formed/);
  await refuses('bare.xml', rss('<item><g:id>a & b</g:id></item>'), /not well-formed/);
  await refuses('other.xml', '<products><item/></products>', /neither RSS nor Atom/);
  await refuses('empty.xml', '', /is empty/);
});

test('XML: entities of the document are never expanded, within it or from outside', async () => {
  const laughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;">
<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  await refuses('laughs.xml', rss('<item><g:id>&b;</g:id></item>', laughs), /entity/);
  await refuses('file.xml', rss('<item><g:id>&f;</g:id></item>', laughs), /entity/);
  const [line] = await read('unused.xml', rss(item('A1'), laughs));
  assert.ok(line && 'row' in line);
});

test('XML: a text that never ends is refused before it fills the memory', async () => {
  await refuses('endless.xml', rss(`<item><g:id>${'x'.repeat(3_000_000)}`), /no item ends within/);
});
