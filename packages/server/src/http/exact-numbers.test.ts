// No number is rounded in silence: payloads come back as they are written, the rest is told.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { permissionIds } from '@attune/contract';
import fc from 'fast-check';
import { experienceServer } from '../features/experiences/campaigns/campaigns.fixture.ts';
import { eventually } from '../testing.ts';
import { askOf, assertRefused } from './requests.fixture.ts';

const server = await experienceServer(undefined, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const send = (method: string, path: string, body?: string, headers = {}) =>
  ask(method, path, { key, headers, ...(body !== undefined && { body }) });

const campaign = (selector: string, data: string, more = '') =>
  `{"name":"N","selector":"${selector}","type":"custom","traffic":1.0,"experiences":[{"name":"E"${more},
    "variations":[{"name":"A","weight":1e0,"payload":{"type":"CUSTOM_JSON","data":${data}}}]}]}`;
const written =
  '{"b":1.50,"2":[12345678901234567890,-0,1e400],"1":{"z":1,"10":0.1,"a":1E-7},"a":9007199254740993}';

async function publish(selector: string, data: string): Promise<number> {
  const made = await send('POST', '/v2/campaigns', campaign(selector, data));
  assert.equal(made.status, 201, made.text);
  const live = await send('POST', `/v2/campaigns/${made.body.id}/publish`);
  assert.equal(live.status, 200, live.text);
  return made.body.id;
}
const choose = (selector: string) =>
  send('POST', '/v2/serve/user/choose', `{"user":{"id":"7"},"selector":{"names":["${selector}"]}}`);

test('a payload is given back as it is written, wherever it is shown', async () => {
  const id = await publish('kept', written);
  const whole = `"data":${written}`;
  const shown = [
    await send('GET', `/v2/campaigns/${id}`),
    await send('GET', `/v2/campaigns/${id}/versions/1`),
    await send('GET', '/v2/experiences/export'),
    await choose('kept'),
  ];
  for (const { text } of shown) assert.ok(text.includes(whole), text);
  const flag = '{"context":{"targetingKey":"7"}}';
  for (const path of ['/ofrep/v1/evaluate/flags/kept', '/ofrep/v1/evaluate/flags']) {
    const { text } = await send('POST', path, flag, { 'x-api-key': key });
    assert.ok(text.includes(`"value":${written}`), text);
  }
  const explained = await send(
    'POST',
    '/v2/serve/user/choose',
    '{"user":{"id":"7"},"selector":{"names":["kept"]},"options":{"explain":true}}',
  );
  assert.ok(explained.text.includes(whole), explained.text);
  const { rows } = await server.ctx.pool.query(`select details from audit where subject_id = $1`, [
    String(id),
  ]);
  assert.ok(JSON.stringify(rows).includes('12345678901234567890'));
});

test('an export is imported with every digit, and a changed digit is a difference', async () => {
  const { text } = await send('GET', '/v2/experiences/export');
  const other = await (await server.site('elsewhere')).key(['manage']);
  const headers = { 'svc-api-key': other };
  const imported = await send('POST', '/v2/experiences/import', text, headers);
  assert.equal(imported.status, 200, imported.text);
  assert.equal((await send('GET', '/v2/experiences/export', undefined, headers)).text, text);
  const again = await send('POST', '/v2/experiences/import', text, headers);
  assert.deepEqual(again.body.changes, []);
  const changed = text.replace('12345678901234567890', '12345678901234567891');
  const third = await send('POST', '/v2/experiences/import', changed, headers);
  assert.deepEqual(
    third.body.changes.map(({ differences }: { differences: unknown[] }) => differences.length),
    [1],
  );
  assert.ok(third.text.includes('"after":12345678901234567891'), third.text);
});

test('digits that JavaScript would round are warned about at the save', async () => {
  const { body } = await send('POST', '/v2/campaigns', campaign('warned', written));
  const data = '/experiences/0/variations/0/payload/data';
  assert.deepEqual(body.warnings.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    `${data}/2/0`,
    `${data}/2/2`,
    `${data}/a`,
  ]);
});

test('where a number is compared, one that would be rounded is refused with its place', async () => {
  const refused = async (method: string, path: string, body: string) =>
    assertRefused(await send(method, path, body), 'invalid_request').errors.map(
      ({ pointer }: { pointer: string }) => pointer,
    );
  const targeting = ',"targeting":{"pageAttributes.n":{"$gt":12345678901234567890}}';
  const pointer = '/experiences/0/targeting/pageAttributes.n/$gt';
  assert.deepEqual(await refused('POST', '/v2/campaigns', campaign('c', '1', targeting)), [
    pointer,
  ]);
  const audience = '{"name":"A","condition":{"pageAttributes.n":0.12345678901234567890}}';
  const place = '/condition/pageAttributes.n';
  assert.deepEqual(await refused('POST', '/v2/audiences', audience), [place]);
  const huge = campaign('c', '[1,1e20000]');
  const inPayload = '/experiences/0/variations/0/payload/data/1';
  assert.deepEqual(await refused('POST', '/v2/campaigns', huge), [inPayload]);
  const schema = campaign('c', '[1,9007199254740993]').replace(
    '"experiences"',
    '"payloadSchema":{"items":{"type":"number"}},"experiences"',
  );
  assert.deepEqual(await refused('POST', '/v2/campaigns', schema), [inPayload]);
});

test('any number of a payload is served as it is written, or refused with its place', async () => {
  const digits = (most: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });
  const numbers = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits(20).map((text) => text.replace(/^0+(?=.)/, '')),
      fc.option(digits(20), { nil: undefined }),
      fc.option(fc.integer({ min: -11_000, max: 11_000 }), { nil: undefined }),
    )
    .map(([sign, whole, fraction, exponent]) =>
      [sign, whole, fraction && `.${fraction}`, exponent && `e${exponent}`].join(''),
    );
  const id = await publish('any', '1');
  await fc.assert(
    fc.asyncProperty(fc.array(numbers, { minLength: 1, maxLength: 20 }), async (all) => {
      const data = `[${all}]`;
      const put = await send('PUT', `/v2/campaigns/${id}`, campaign('any', data));
      const isBeyond = (text: string) => Math.abs(Number(text.split('e')[1] ?? 0)) > 10_000;
      const beyond = all.flatMap((text, at) => (isBeyond(text) ? [at] : []));
      if (beyond.length === 0) return assert.ok(put.text.includes(`"data":${data}`), put.text);
      const { errors } = assertRefused(put, 'invalid_request');
      assert.deepEqual(
        errors.map(({ pointer }: { pointer: string }) => Number(pointer.split('/').at(-1))),
        beyond,
      );
    }),
    { numRuns: 25 },
  );
});

test('what pages send is read without such a number, which is told', async () => {
  const page = '"pageAttributes":{"n":12345678901234567890,"m":1.50,"list":[1,1e999,2]}';
  const chosen = await send('POST', '/v2/serve/user/choose', `{"context":{${page}}}`);
  assert.equal(chosen.status, 200);
  const told = chosen.body.warnings.map(
    ({ message }: { message: string }) => message.split(':')[0],
  );
  assert.ok(told.includes('/context/pageAttributes/n'), chosen.text);
  const event = `{"user":{"id":"8"},"events":[{"name":"Odd","properties":
    {"exact":0.1,"long":0.12345678901234567890,"text":"12345678901234567890"}}]}`;
  const collected = await send('POST', '/v2/collect/user/event', event);
  assert.equal(collected.status, 204, collected.text);
  assert.match(collected.headers.get('svc-warnings') ?? '', /ignored_value=1/);
  const [logged] = await eventually(async () => {
    const events = (await server.log()).filter(({ userId }) => userId === '8');
    return events.length > 0 && events;
  });
  assert.deepEqual(logged!.event.properties, { exact: 0.1, text: '12345678901234567890' });
});

test('rows are rejected one by one, and say which column it was', async () => {
  await send('POST', '/v2/feeds', '{"id":"5","name":"Shop"}');
  const rows = ['{"sku":"a","gtin":12345678901234567890}', '{"sku":"b","n":[1.10]}'];
  const lines = await send('PUT', '/v2/feeds/svcid/5', rows.join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  assert.deepEqual([lines.body.data.accepted, lines.body.data.rejected], [1, 1], lines.text);
  const asJson = await send('PUT', '/v2/feeds/svcid/5', `{"items":[${rows}]}`);
  assert.deepEqual([asJson.body.data.accepted, asJson.body.data.rejected], [1, 1], asJson.text);
  const { transaction_id: transaction } = asJson.body.data;
  const outcome = await send('GET', `/v2/feeds/5/transaction/${transaction}`);
  assert.match(outcome.text, /gtin is a number that would be rounded/);
  const attributes = `{"requests":[{"action":"upsert","cuid":"ann","cuidType":"external",
    "data":{"points":12345678901234567890}}]}`;
  const imported = await send('POST', '/v2/userdata/bulk', attributes);
  assert.equal(imported.body.data.rejected, 1, imported.text);
});
