// An identifier is one text however it is sent: trimmed, composed, and otherwise to the character.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { permissionIds } from '@attune/contract';
import { identifierForm } from '@attune/core';
import fc from 'fast-check';
import { experienceServer } from '../features/experiences/campaigns/campaigns.fixture.ts';
import { eventually } from '../testing.ts';
import { askOf, assertRefused } from './requests.fixture.ts';

const server = await experienceServer(undefined, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const send = (method: string, path: string, body?: unknown, headers = {}) =>
  ask(method, path, { key, headers, ...(body !== undefined && { body }) });
const external = (cuid: string) => ({ cuid, cuidType: 'external' });
const asked = (cuid: string) => new URLSearchParams(external(cuid));
await send('POST', '/v2/feeds', { id: '5', name: 'Shop' });
const whole = '/v2/feeds/svcid/5?allowShrink=true';

/** Texts of any script, with white space around them, composed or not. */
const identifiers = fc
  .tuple(
    fc.constantFrom('', ' ', '\t', '\u00a0', '\ufeff', '\u2003\u3000'),
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        'E\u0301clair',
        'é',
        '\u212b',
        '가',
        'ﬁ',
        'a b',
        '😀',
        '__proto__',
        'x,"y";z',
      ),
    ),
    fc.constantFrom('', ' ', '\u2028'),
  )
  .map((parts) => parts.join(''));

/** Is it one that is stored? */
const isStorable = (text: string) => !text.includes('\0') && identifierForm(text) !== '';

test('any sku is read back in its form by JSON and NDJSON, or refused with its place', async () => {
  await fc.assert(
    fc.asyncProperty(identifiers, async (sku) => {
      const json = await send('PUT', whole, { items: [{ sku, n: 1 }] });
      if (sku.includes('\0')) {
        const { errors } = assertRefused(json, 'invalid_request');
        return assert.equal(errors[0].pointer, '/items/0/sku');
      }
      assert.equal(json.body.data.accepted, isStorable(sku) ? 1 : 0, json.text);
      if (!isStorable(sku)) return;
      const form = identifierForm(sku);
      for (const asking of [sku, form, form.normalize('NFD')]) {
        if (/^\.{1,2}$/.test(asking)) continue;
        const read = await send('GET', `/v2/feeds/5/items/${encodeURIComponent(asking)}`);
        assert.deepEqual([read.status, read.body.sku], [200, form], read.text);
      }
      const headers = { 'content-type': 'application/x-ndjson' };
      const other = JSON.stringify({ sku: ` ${form.normalize('NFD')}`, n: 2 });
      const lines = await send('PUT', whole, `${other}\n`, headers);
      assert.equal(lines.body.data.accepted, 1, lines.text);
      const { items } = (await send('GET', '/v2/feeds/5/items')).body;
      assert.deepEqual(items, [{ sku: form, n: 2 }]);
      const change = { id: sku, action: 'partial', body: { data: { sku: `${form} `, n: 3 } } };
      const part = await send('PUT', '/v2/feeds/svcid/5', { requests: [change] });
      assert.equal(part.body.data.accepted, 1, part.text);
    }),
    { numRuns: 60 },
  );
});

test('any name of a person is one person in imports, lists and queries, or is refused', async () => {
  const made = await send('POST', '/v2/audiences', { name: 'Some', kind: 'list' });
  const members = `/v2/audiences/${made.body.id}/members`;
  await fc.assert(
    fc.asyncProperty(identifiers, async (cuid) => {
      const put = await send('PUT', members, { members: [external(cuid)] });
      if (!isStorable(cuid) || /^[\s\ufeff]*[0\s\ufeff]*$/.test(cuid)) {
        const { errors } = assertRefused(put, 'invalid_request');
        return assert.match(errors[0].pointer, /^\/members\/0(\/cuid)?$/);
      }
      assert.equal(put.body.members, 1, put.text);
      const form = identifierForm(cuid);
      const both = [external(form.normalize('NFD')), external(`\t${form}`)];
      const again = await send('POST', members, { add: both });
      assert.deepEqual([again.body.members, again.body.added], [1, 0], again.text);
      const row = { ...external(cuid), action: 'upsert', data: { tier: form } };
      const imported = await send('POST', '/v2/userdata/bulk', { requests: [row] });
      assert.equal(imported.body.data.accepted, 1, imported.text);
      const seen = await send(
        'GET',
        `/v2/userprofile/export?${asked(`${form.normalize('NFD')} `)}`,
      );
      assert.ok(seen.text.includes(`"tier":${JSON.stringify(form)}`), seen.text);
    }),
    { numRuns: 60 },
  );
});

test('events of one person, product and order meet however these are written', async () => {
  const order = (number: string, cuid: string) => ({
    user: external(cuid),
    events: [
      {
        name: 'Buy',
        properties: {
          svcType: 'purchase-v1',
          value: 5,
          uniqueTransactionId: number,
          cart: [{ productId: ' E\u0301clair ', quantity: 1, itemPrice: 5 }],
        },
      },
    ],
  });
  for (const [number, cuid] of [
    ['Nº\u00a07 ', 'Zoë'],
    ['\tNº\u00a07', ' Zoe\u0308\u3000'],
  ] as const) {
    assert.equal((await send('POST', '/v2/collect/user/event', order(number, cuid))).status, 204);
  }
  await send('POST', '/v2/serve/user/choose', {
    user: external('Zoë '),
    context: { page: { type: 'PRODUCT', data: ['E\u0301clair\n'] } },
    options: { isImplicitPageview: true },
  });
  const { events } = await eventually(async () => {
    const { body } = await send('GET', `/v2/userprofile/export?${asked('Zoë')}`);
    return body.events.length > 1 && body;
  });
  assert.deepEqual(
    events.flatMap(({ facts }: { facts: { transactionId?: string } }) => facts.transactionId ?? []),
    ['Nº\u00a07'],
    JSON.stringify(events),
  );
  assert.ok(JSON.stringify(events).includes('"sku":"Éclair"'), JSON.stringify(events));
  assert.ok(!JSON.stringify(events).includes('E\u0301clair'));
});

test('lists of people come with any of the usual separators', async () => {
  const { id } = (await send('POST', '/v2/audiences', { name: 'Files', kind: 'list' })).body;
  const csv = { 'content-type': 'text/csv' };
  const put = (text: string) => send('PUT', `/v2/audiences/${id}/members`, text, csv);
  for (const between of [',', ';', '\t']) {
    const rows = ['cuid|cuidType', ' ann |external', '"bob; or, b"|external'];
    const text = rows.map((row) => row.replaceAll('|', between)).join('\r\n');
    const done = await put(`${text}\r\n`);
    assert.equal(done.body.members, 2, done.text);
  }
  const ids = await put('userId\n1,2;3\t4\n 5 \r\n;\n4');
  assert.equal(ids.body.members, 5, ids.text);
  const wrong = await put('userId\n1;2\n3;x\n');
  assert.deepEqual(assertRefused(wrong, 'invalid_request').errors[0].pointer, '/3/userId');
});
