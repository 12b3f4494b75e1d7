// Tests of pulls that change some columns of a feed, beside the one that fetches all of it.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { csv, never, pullServer, schedule } from './pulls.fixture.ts';
import { runDuePulls } from './run.ts';

const { server, source, at, set, lastRun, pull, close } = await pullServer();
const { call, feed, items, ctx } = server;
after(close);
beforeEach(() => {
  source.seen = [];
});

const prices = { onlyColumns: ['price', 'in_stock'] };

/** A feed with a whole file at /all and one of prices at /prices. */
async function twoPulls(files: Record<string, string>) {
  const id = await feed();
  await set(id, { url: at('/all') });
  await set(id, { url: at('/prices'), ...prices }, 'prices');
  source.answer = (request, response) => {
    const text = files[request.url!]!;
    const tag = `"${text.length} ${text}"`.replaceAll(/\s/g, '_');
    if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
    else csv(text, tag)(request, response);
  };
  return id;
}

const whole = 'sku,name,price,in_stock\na,Ant,1,true\nb,Bee,2,true\nc,Cow,3,true\n';

test('a partial file changes its columns of the items that it names, and nothing else', async () => {
  const files = {
    '/all': whole,
    '/prices': 'sku,price,in_stock,name\nb,2.5,false,No\nx,9,true,New\nc,oops,true,\na,,true,\n',
  };
  const id = await twoPulls(files);
  assert.equal((await pull(id)).status, 'taken');
  const first = await lastRun(id, 'prices');
  assert.ok(first, 'it is due as soon as the whole file came');
  assert.deepEqual([first.status, first.accepted, first.rejected], ['taken', 2, 2]);
  assert.match(first.detail, /^2 changed\. 2 rows were rejected, the first: x: Item missing/);
  assert.deepEqual(await items(id), [
    { sku: 'a', name: 'Ant', in_stock: true },
    { sku: 'b', name: 'Bee', price: 2.5, in_stock: false },
    { sku: 'c', name: 'Cow', price: 3, in_stock: true },
  ]);
  const { body } = await call('GET', `/v2/feeds/${id}/revisions`);
  const [last] = body.revisions;
  assert.deepEqual([last.way, last.isWhole, last.changed, last.removed], ['pull', false, 2, 0]);
  assert.equal((await pull(id, 'prices')).status, 'unchanged');
  await call('POST', `/v2/feeds/${id}/rollback`, { toRevision: 1 });
  assert.deepEqual((await items(id))[1], { sku: 'b', name: 'Bee', price: 2, in_stock: true });
  assert.equal((await pull(id, 'prices')).status, 'unchanged', 'going back holds until a new file');
});

test('a row that comes twice counts once, and a table without the column is refused', async () => {
  const id = await twoPulls({
    '/all': whole,
    '/prices': 'sku,price,in_stock\na,5,true\na,,false\n',
  });
  await pull(id);
  const twice = await lastRun(id, 'prices');
  assert.deepEqual([twice.accepted, twice.rejected], [1, 1]);
  assert.deepEqual((await items(id))[0], { sku: 'a', name: 'Ant', in_stock: false });
  source.answer = csv('sku,cost,in_stock\na,5,true\n');
  const gone = await pull(id, 'prices');
  assert.equal(gone.status, 'failed');
  assert.match(gone.detail, /the file has no column for price\. The feed was not changed/);
});

test('one pull fetches the whole feed, others name columns that their mapping makes', async () => {
  const id = await feed();
  const url = at('/all');
  await set(id, { url });
  const mapping = { columns: { sku: 'id', price: 'cost' } };
  const cases: [object, RegExp][] = [
    [{}, /^\/onlyColumns must name columns: the pull main fetches the whole feed already/],
    [{ onlyColumns: ['sku'] }, /^\/onlyColumns\/0 is how rows find their items/],
    [{ ...prices, reading: { mapping } }, /^\/onlyColumns\/1 is no column of the mapping/],
  ];
  for (const [more, why] of cases) {
    const path = `/v2/feeds/${id}/pull?name=prices`;
    const { status, body } = await call('PUT', path, { url, schedule, ...more });
    assert.equal(status, 422);
    const [{ pointer, detail }] = body.errors;
    assert.match(`${pointer} ${detail}`, why);
  }
  await set(id, { url, onlyColumns: ['price'], reading: { mapping } }, 'prices');
  const { body } = await call('GET', `/v2/feeds/${id}/pulls`);
  assert.deepEqual(
    body.pulls.map(({ name, onlyColumns }: { name: string; onlyColumns: string[] }) => [
      ...[name, onlyColumns],
    ]),
    [
      ['main', []],
      ['prices', ['price']],
    ],
  );
  assert.equal((await call('DELETE', `/v2/feeds/${id}/pull?name=prices`)).status, 204);
  assert.equal((await call('GET', `/v2/feeds/${id}/pulls`)).body.pulls.length, 1);
});

/** Answers the first request of a path once it is let go, and others at once. */
function heldBack(path: string, files: Record<string, string>) {
  let letGo = () => {};
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isFirst = true;
  const asked = new Promise<void>((resolve) => {
    source.answer = async (request, response) => {
      const text = files[request.url!]!;
      if (request.url === path && isFirst) {
        isFirst = false;
        response.write(text.slice(0, text.indexOf('\n') + 1));
        resolve();
        await open;
        response.end(text.slice(text.indexOf('\n') + 1));
      } else response.end(files[request.url!]);
    };
  });
  return { asked, letGo: () => letGo() };
}

test('the whole file overtakes a partial one: it is fetched again, and not undone', async () => {
  const files = { '/all': whole, '/prices': 'sku,price,in_stock\nb,7,true\n' };
  const id = await twoPulls(files);
  await pull(id);
  const held = heldBack('/prices', files);
  await call('POST', `/v2/feeds/${id}/pull/run?name=prices`);
  const running = runDuePulls(ctx, never);
  await held.asked;
  files['/all'] = 'sku,name,price,in_stock\nb,Bumblebee,4,true\nd,Dog,5,true\na,Ant,1,true\n';
  assert.equal((await pull(id)).status, 'taken');
  files['/prices'] = 'sku,price,in_stock\nb,8,true\nc,9,true\n';
  held.letGo();
  await running;
  const run = await lastRun(id, 'prices');
  assert.equal(run.status, 'taken');
  assert.deepEqual(await items(id), [
    { sku: 'a', name: 'Ant', price: 1, in_stock: true },
    { sku: 'b', name: 'Bumblebee', price: 8, in_stock: true },
    { sku: 'd', name: 'Dog', price: 5, in_stock: true },
  ]);
});

test('a whole file that began earlier is followed by the partial one at once', async () => {
  const files = { '/all': whole, '/prices': 'sku,price,in_stock\nb,7,true\n' };
  const id = await twoPulls(files);
  await pull(id);
  files['/prices'] = files['/prices'].replace('7', '9');
  files['/all'] = whole.replace('Bee', 'Bumblebee');
  const held = heldBack('/all', files);
  await call('POST', `/v2/feeds/${id}/pull/run`);
  const running = runDuePulls(ctx, never);
  await held.asked;
  assert.equal((await pull(id, 'prices')).status, 'taken');
  held.letGo();
  await running;
  await runDuePulls(ctx, never);
  const { name, price } = (await items(id))[1]!;
  assert.deepEqual([name, price], ['Bumblebee', 9]);
});
