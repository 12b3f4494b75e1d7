// Tests of files from teammates: looked at, previewed, checked, published, given up.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../../testing.ts';
import { signedIn } from '../../../access/teammates/teammates.fixture.ts';
import { feedServer } from '../feeds.fixture.ts';
import { zipOf } from '../files/feed-file.fixture.ts';
import { sweepUploads } from './uploads.ts';

const server = await feedServer();
after(server.close);
const { feed, put, items, ctx } = server;
const shop = await server.site('shop', { vertical: 'E-commerce' });
const editor = await signedIn(server, shop.id, { role: 'Editor', codeEditing: false });
const here = await signedIn(server, server.test.id, { role: 'Editor', codeEditing: false });

type Body = string | Buffer;

async function send(id: string, name: string, body: Body, of = { by: here, site: 'test' }) {
  const path = `/sites/${of.site}/feeds/${id}/uploads?name=${encodeURIComponent(name)}`;
  return of.by.ask('POST', path, new Blob([body as string]));
}

const at = (id: string, upload: { id: string }, what = '', site = 'test') =>
  `/sites/${site}/feeds/${id}/uploads/${upload.id}${what}`;

/** Asks until the work on a file is over. */
const settled = (path: string, by = here) =>
  eventually(async () => {
    const { body } = await by.ask('GET', path);
    return !['checking', 'publishing'].includes(body.state) && body;
  });

const german = [
  'Artikelnummer;Bezeichnung;Preis;Verfügbarkeit;Produktlink;Bild;Kategorie',
  '1;Grüner Schuh;"1.012,50 €";gewiss;https://a.example/1;https://a.example/1.jpg;Schuhe > Grün',
  '2;Blauer Schuh;12,00 €;in stock;https://a.example/2;https://a.example/2.jpg;Schuhe > Blau',
  '3;Ohne Preis;;in stock;https://a.example/3;https://a.example/3.jpg;Schuhe',
].join('\r\n');

test('a German spreadsheet is detected, mapped, previewed, checked and published', async () => {
  const { body: made } = await editor.ask('POST', '/sites/shop/feeds', { name: 'Shop' });
  const latin = Buffer.from(german.replaceAll('€', 'EUR'), 'latin1');
  const of = { by: editor, site: 'shop' };
  const { status, body: upload } = await send(made.id, 'artikel.csv', latin, of);
  assert.equal(status, 201, JSON.stringify(upload));
  const { detection } = upload;
  assert.deepEqual(
    [detection.format, detection.encoding, detection.delimiter, detection.decimalComma],
    ['csv', 'windows-1252', ';', true],
  );
  assert.deepEqual([detection.currencies, detection.rows, detection.isWhole], [['EUR'], 3, true]);
  assert.deepEqual(detection.missing, []);
  const mapping = detection.suggestedMapping;
  const path = (what = '') => at(made.id, upload, what, 'shop');
  const preview = await editor.ask('POST', path('/preview'), { mapping });
  assert.equal(preview.status, 200, JSON.stringify(preview.body));
  assert.match(preview.body.faulty[0].fault, /in_stock must be a word of stock, not "gewiss"/);
  assert.match(preview.body.faulty[1].fault, /price is missing/);
  assert.equal(preview.body.rows[1].item.price, 12);
  assert.deepEqual(preview.body.refused, [{ column: 'in_stock', value: 'gewiss', rows: 1 }]);
  const price = preview.body.columns.find(({ column }: { column: string }) => column === 'price');
  assert.deepEqual(price.examples, [
    { before: '1.012,50 EUR', after: 1012.5 },
    { before: '12,00 EUR', after: 12 },
  ]);
  assert.equal(price.filled, 2 / 3);
  // What the table does not have is read as before.
  const stock = { ...mapping.columns.in_stock, values: { gewiss: true } };
  const better = { mapping: { ...mapping, columns: { ...mapping.columns, in_stock: stock } } };
  assert.equal((await editor.ask('POST', path('/check'), better)).status, 202);
  const checked = await settled(path(), editor);
  const { added, rejected, rejections, measured } = checked.findings;
  assert.deepEqual([checked.state, added, rejected, measured.isExact], ['checked', 2, 1, true]);
  assert.deepEqual(rejections[0].examples, [{ item: '3', message: 'price is missing' }]);
  assert.deepEqual(checked.findings.refused, []);
  const request = await editor.ask('POST', path('/publish'), {}, { 'if-match': '"0"' });
  assert.equal(request.status, 202, JSON.stringify(request.body));
  const published = await settled(path(), editor);
  assert.deepEqual([published.state, published.outcome.revision], ['published', 1]);
  const { body: item } = await editor.ask('GET', `/sites/shop/feeds/${made.id}/items/1`);
  assert.deepEqual([item.name, item.price, item.currency], ['Grüner Schuh', 1012.5, 'EUR']);
  const { body: history } = await editor.ask('GET', `/sites/shop/feeds/${made.id}/revisions`);
  const { way, note, by } = history.revisions[0];
  assert.deepEqual([way, note, by], ['upload', 'artikel.csv', editor.email]);
  const again = await editor.ask('POST', path('/publish'), {});
  assert.equal(again.body.code, 'conflict');
  const { body: health } = await editor.ask('GET', `/sites/shop/feeds/${made.id}/health`);
  assert.deepEqual([health.rejected, health.measured.items], [1, 2]);
  const missing = health.gaps.map(({ column }: { column: string }) => column);
  assert.deepEqual(missing, ['publish_time']);
});

test('rejected rows are a table with their reasons and cells, before and after the file is published', async () => {
  const id = await feed();
  const rows = ['id;note;size', 'a;=1+1;"1\n2"', ';none;', 'b;-3;x', 'a;again;'].join('\r\n');
  const { body: upload } = await send(id, 'rows.csv', rows);
  const mapping = { columns: { sku: 'id' }, keepOthers: true };
  await here.ask('POST', at(id, upload, '/check'), { mapping });
  assert.equal((await settled(at(id, upload))).findings.rejected, 2);
  const repeated = 'the sku comes again in #5: its last row counts';
  const table = [
    'row,reason,id,note,size',
    `2,${repeated},a,'=1+1,"1\n2"`,
    '3,sku is missing,,none,',
    '',
  ].join('\r\n');
  const csv = async () => (await here.ask('GET', at(id, upload, '/rejected?format=csv'))).body;
  assert.equal(await csv(), table);
  const lines = await here.ask('GET', at(id, upload, '/rejected'));
  assert.deepEqual(JSON.parse(lines.body.split('\n')[0]!), {
    ...{ row: 2, reason: repeated },
    cells: { id: 'a', note: '=1+1', size: '1\n2' },
  });
  await here.ask('POST', at(id, upload, '/publish'), {});
  assert.equal((await settled(at(id, upload))).state, 'published');
  assert.equal(await csv(), table);
  // The next file takes its place.
  const { body: next } = await send(id, 'next.csv', 'sku\na\nb\n');
  await here.ask('POST', at(id, next, '/publish'), {});
  assert.equal((await settled(at(id, next))).state, 'published');
  const gone = await here.ask('GET', at(id, upload, '/rejected'));
  assert.deepEqual([gone.status, gone.body.code], [404, 'not_found']);
});

test('items with problems are a table: rejected rows with their values, then what items lack', async () => {
  const id = await feed(['color']);
  const rows = [
    { sku: 'a', color: 'red', price: 0 },
    { sku: '=b', price: 2 },
    { sku: 'c', color: 'blue', price: 'x' },
  ];
  await put(id, rows);
  const path = `/sites/test/feeds/${id}/health/items`;
  const csv = await here.ask('GET', `${path}?format=csv`);
  const table = [
    'sku,problem,value',
    'c,"rejected: price must be a number that is not negative, such as 21.95",x',
    "'=b,color is missing,",
    'a,price is 0,0',
    '',
  ];
  assert.equal(csv.body.replace('\uFEFF', ''), table.join('\r\n'));
  const lines = await here.ask('GET', path);
  assert.deepEqual(JSON.parse(lines.body.split('\n')[1]!), {
    ...{ sku: '=b', problem: 'color is missing', value: null },
  });
});

test('a feed that would shrink is not published before that is meant', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]);
  const { body: upload } = await send(id, 'less.csv', 'sku\na\n');
  await here.ask('POST', at(id, upload, '/check'), {});
  const { findings } = await settled(at(id, upload));
  assert.deepEqual([findings.removed, findings.shrinks], [2, true]);
  assert.deepEqual(
    findings.measured.alarms.map((one: { kind: string }) => one.kind),
    ['shrunk'],
  );
  await here.ask('POST', at(id, upload, '/publish'), {});
  const refused = await settled(at(id, upload));
  assert.deepEqual([refused.state, refused.problem.code], ['failed', 'feed_shrink']);
  assert.equal((await items(id)).length, 3);
  await here.ask('POST', at(id, upload, '/publish'), { allowShrink: true });
  assert.equal((await settled(at(id, upload))).state, 'published');
  assert.deepEqual(await items(id), [{ sku: 'a' }]);
});

test('packed files are read, and what is no feed is refused at once', async () => {
  const id = await feed();
  const packed = [gzipSync('sku\na\n'), zipOf({ 'x.csv': 'sku\na\n', '__MACOSX/._x.csv': 'x' })];
  for (const bytes of packed) {
    const { body } = await send(id, 'packed', bytes);
    assert.deepEqual(body.detection.columns[0].samples, ['a'], JSON.stringify(body));
    assert.equal((await here.ask('DELETE', at(id, body))).status, 204);
  }
  const page = await send(id, 'feed.csv', '<!DOCTYPE html><html><body>Sign in</body></html>');
  assert.deepEqual([page.status, page.body.code], [422, 'invalid_request']);
  assert.match(page.body.detail, /web page \(HTML\)/);
  const json = await here.ask('POST', `/sites/test/feeds/${id}/uploads?name=x`, { a: 1 });
  assert.equal(json.status, 415);
  assert.deepEqual((await here.ask('GET', `/sites/test/feeds/${id}/uploads`)).body.items, []);
});

test('a feed has five files in waiting at most, and the abandoned ones are swept away', async () => {
  const id = await feed();
  for (let at = 0; at < 5; at += 1)
    assert.equal((await send(id, `${at}.csv`, 'sku\na')).status, 201);
  assert.equal((await send(id, '6.csv', 'sku\na')).body.code, 'conflict');
  await sweepUploads({ db: ctx.db, now: () => ctx.now() + 25 * 3_600_000 });
  assert.equal((await send(id, '6.csv', 'sku\na')).status, 201);
  const parts = await ctx.db.selectFrom('feed_upload_part').select('upload_id').execute();
  assert.equal(parts.length, 1);
});

test('a file whose node went away can be published by another', async () => {
  const id = await feed();
  const { body: upload } = await send(id, 'left.csv', 'sku\na\n');
  const touched_at = new Date(ctx.now() - 31_000);
  await ctx.db.updateTable('feed_upload').set({ state: 'publishing', touched_at }).execute();
  const { body: left } = await here.ask('GET', at(id, upload));
  assert.deepEqual([left.state, left.problem.code], ['failed', 'not_ready']);
  await here.ask('POST', at(id, upload, '/publish'), {});
  assert.equal((await settled(at(id, upload))).state, 'published');
});

test('a file that was detected wrongly has other columns when its form is given', async () => {
  const id = await feed();
  const { body: upload } = await send(id, 'a.csv', "sku,x;'y,z'\n1,a;'2,b'\n");
  const names = (of: { columns: { column: string }[] }) => of.columns.map(({ column }) => column);
  assert.deepEqual(names(upload.detection), ['sku', "x;'y", "z'"]);
  const form = { delimiter: ';', quote: "'" };
  const { body: told } = await here.ask('POST', at(id, upload, '/detect'), form);
  assert.deepEqual([names(told), told.delimiter], [['sku,x', 'y,z'], ';']);
  assert.deepEqual(told.columns[1].samples, ['2,b']);
  const wrong = await here.ask('POST', at(id, upload, '/detect'), { format: 'json' });
  assert.equal(wrong.body.code, 'invalid_request');
  const { body: kept } = await here.ask('GET', at(id, upload));
  assert.deepEqual([names(kept.detection), kept.reading], [names(upload.detection), null]);
});

test('a mapping with errors is refused with each of them', async () => {
  const id = await feed();
  const { body: upload } = await send(id, 'a.csv', 'sku\na\n');
  const mapping = { columns: { sku: { from: 'a', as: 'nothing' } }, other: 1 };
  const { body } = await here.ask('POST', at(id, upload, '/preview'), { mapping });
  assert.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/mapping/other', '/mapping/columns/sku/as'],
  );
  const viewer = await signedIn(server, server.test.id, { role: 'Viewer', codeEditing: false });
  assert.equal(
    (await viewer.ask('POST', at(id, upload, '/preview'), {})).body.code,
    'role_missing',
  );
  assert.equal((await viewer.ask('GET', at(id, upload))).status, 200);
});

test('a file that names its pages by paths begins with the address that the shop is known by', async () => {
  const site = await server.site('paths', { vertical: 'E-commerce' });
  const by = await signedIn(server, site.id, { role: 'Editor', codeEditing: false });
  const of = { by, site: 'paths' };
  const csv = 'sku,name,price,in_stock,categories,image,link\na,A,1,yes,x,i/a.jpg,p/a\n';
  const made = async (name: string) =>
    (await by.ask('POST', '/sites/paths/feeds', { name })).body.id as string;
  const [first, second] = [await made('First'), await made('Second')];
  const { body: upload } = await send(first, 'a.csv', csv, of);
  const { paths, warnings, suggestedMapping, suggested } = upload.detection;
  assert.deepEqual([paths, suggested.accepted], [['url', 'image_url'], 0]);
  assert.match(warnings.join(), /no addresses for .*: enter the address of your shop/);
  assert.equal(suggestedMapping.base, undefined);
  const mapping = { ...suggestedMapping, base: 'https://shop.example/de/' };
  await by.ask('POST', at(first, upload, '/preview', 'paths'), { mapping });
  const { body: next } = await send(first, 'b.csv', csv, of);
  assert.equal(next.detection.suggestedMapping.base, 'https://shop.example/de/');
  assert.equal(next.detection.suggested.accepted, 1);
  assert.match(
    next.detection.warnings.join(),
    /begin with https:\/\/shop\.example\/de\/, as before/,
  );
  await by.ask('POST', at(first, next, '/publish', 'paths'), { reading: { mapping } });
  assert.equal((await settled(at(first, next, '', 'paths'), by)).state, 'published');
  // Another feed of the site begins where the items of the first are.
  const { body: other } = await send(second, 'c.csv', csv, of);
  assert.equal(other.detection.suggestedMapping.base, 'https://shop.example');
  const { body: whole } = await send(
    second,
    'd.csv',
    csv.replace('p/a', 'https://a.example/a').replace('i/a', 'https://a.example/i'),
    of,
  );
  assert.deepEqual(
    [whole.detection.paths, whole.detection.suggestedMapping.base],
    [undefined, undefined],
  );
});
