// What belongs to another site does not exist: it cannot be distinguished from what was never made.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { type Endpoint, endpoints, permissionIds } from '@attune/contract';
import { eventually, testServer } from '../testing.ts';
import { absent, exampleOf, type Named, withKey } from './examples.fixture.ts';
import { type Answered, askOf } from './requests.fixture.ts';

const server = await testServer(undefined, { vertical: 'Other' });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
const other = await server.site('other', { vertical: 'Other' });
const otherKey = await other.key(permissionIds);

const owned = await makeEverything();

const isAddressed = ({ path }: Endpoint) => path.includes('{');
const others = endpoints.filter((endpoint) => !isAddressed(endpoint));
const inOrder = [
  ...endpoints.filter(isAddressed),
  ...others.filter(({ method }) => method === 'GET'),
  // These may make what the others are not to find; the last one makes a person.
  ...others.filter(({ method, id }) => method !== 'GET' && id !== 'collectPersonEvents'),
  ...others.filter(({ id }) => id === 'collectPersonEvents'),
];

for (const endpoint of inOrder) {
  test(`${endpoint.id} does not reveal what another site has`, async () => {
    const asOther = async (named: Named) => {
      const { path, body } = exampleOf(endpoint, named);
      const sent = withKey(endpoint, otherKey, body);
      return scrub(await ask(endpoint.method, path, sent), named);
    };
    const ofNothing = await asOther(absent);
    assert.deepEqual(await asOther(owned), ofNothing);
    if (isAddressed(endpoint)) assert.equal(ofNothing.status, 404);
  });
}

test('what another site has tried has changed nothing, and its owner finds all of it', async () => {
  const readable = endpoints.filter((one) => one.method === 'GET' && isAddressed(one));
  for (const endpoint of readable) {
    const { status, text } = await ask('GET', exampleOf(endpoint, owned).path, { key });
    assert.equal(status, 200, text);
    assert.doesNotMatch(text, /Changed/);
  }
  assert.deepEqual(await affinityOf(owned.cuid), { categories: { Shoes: 1 } });
});

/** An answer without the names of the request, and without what is new in every answer. */
function scrub({ status, text }: Answered, named: Named) {
  const volatile = ['id', 'seed', 'traceId', 'erasureId', 'decisionId', 'value', 'time'];
  volatile.push(
    'updatedAt',
    'createdAt',
    'secret',
    'userId',
    'attributes',
    'now',
    'transaction_id',
    'batchId',
    'asOf',
  );
  let plain = text;
  for (const [kind, name] of Object.entries(named)) plain = plain.replaceAll(name, `<${kind}>`);
  // Ids of different kinds may be the same number.
  plain = plain.replaceAll(
    /<(campaign|audience|identifierType|layer|holdout|metric|strategy|template|feed|transaction|userImport|channel|delivery)>/g,
    '<id>',
  );
  const body = plain && JSON.parse(plain, (at, value) => (volatile.includes(at) ? null : value));
  return { status, body };
}

async function affinityOf(cuid: string) {
  const path = `/v2/userprofile?cuid=${cuid}&cuidType=external&affinity=true`;
  return (await ask('GET', path, { key })).body.affinity;
}

/** One of everything that a site can have. */
async function makeEverything(): Promise<Named> {
  const make = async (path: string, body: unknown = {}, method = 'POST') => {
    const answer = await ask(method, path, { key, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const exampleBody = (id: string) =>
    exampleOf(endpoints.find((endpoint) => endpoint.id === id)!, names).body;
  const names: Named = {
    ...absent,
    name: 'owned-name',
    feed: '7777001',
    item: 'owned-item',
    selector: 'owned-selector',
    cuid: 'owned-cuid',
  };
  await make('/v2/feeds', exampleBody('createFeed'));
  const items = [{ sku: names.item, name: 'Red shoe', categories: ['Shoes'] }];
  const put = await make(`/v2/feeds/svcid/${names.feed}`, { items }, 'PUT');
  const file = `/v2/feeds/${names.feed}/uploads?name=owned.csv`;
  const upload = await make(file, exampleBody('startFeedUpload'));
  const campaign = await make('/v2/campaigns', exampleBody('createCampaign'));
  await make(`/v2/campaigns/${campaign.id}/publish`);
  const audience = await make('/v2/audiences', exampleBody('createAudience'));
  const identifierType = await make('/v2/identifier-types', exampleBody('createIdentifierType'));
  const metric = await make('/v2/metrics', exampleBody('createMetric'));
  const strategy = await make('/v2/strategies', exampleBody('createStrategy'));
  const template = await make('/v2/templates', exampleBody('createTemplate'));
  const layer = await make('/v2/layers', exampleBody('createLayer'));
  // Of no user: what is asked for below is served.
  const holdout = await make('/v2/holdouts', { name: names.name, share: 0 });
  // Of several digits, so that no other number of an answer looks like them.
  await server.ctx.pool.query(
    `select setval(pg_get_serial_sequence('delivery', 'id'), 7777011),
      setval(pg_get_serial_sequence('notification_channel', 'id'), 7777012)`,
  );
  const { channel } = await make('/v2/channels', exampleBody('createChannel'));
  const delivery = await make(`/v2/channels/${channel.id}/test`);
  const userImport = await make('/v2/userdata/bulk', exampleBody('importUserdata'));
  const modelKey = '{"type":"owned"}';
  await server.ctx.pool.query(
    'insert into model (site_id, key, method, needed_at) values ($1, $2, $2, now())',
    [server.test.id, modelKey],
  );
  const evaluation = '77777777-0000-4000-8000-000000000000';
  const request = { asked: { strategies: [1] }, strategies: [{ id: 1, name: 'One' }] };
  await server.ctx.pool.query(
    `insert into evaluation (site_id, id, requested_at, requested_by, request, state)
     values ($1, $2, now(), 'test', $3, 'done')`,
    [server.test.id, evaluation, JSON.stringify(request)],
  );
  const chosen = await make('/v2/serve/user/choose', exampleBody('choose'));
  const client = await server.test.client(['collect']);
  await client.events({
    user: { cuid: names.cuid, cuidType: 'external' },
    events: [
      { name: 'Seen', properties: { svcType: 'product-view-v1', productId: names.item } },
      {
        name: 'Taste',
        properties: {
          svcType: 'inform-affinity-v1',
          data: [{ attribute: 'categories', values: ['Shoes'] }],
        },
      },
    ],
  });
  await eventually(() => affinityOf(names.cuid));
  const somebodyElse = { people: [{ cuid: 'owned-other', cuidType: 'external' }] };
  const erasures = await make('/v2/userprofile/erasures', somebodyElse);
  return {
    ...names,
    transaction: put.data.transaction_id,
    upload: upload.id,
    userImport: userImport.data.transaction_id,
    campaign: String(campaign.id),
    decision: chosen.choices[0].decisionId,
    audience: String(audience.id),
    identifierType: String(identifierType.id),
    metric: String(metric.id),
    strategy: String(strategy.id),
    template: String(template.id),
    layer: String(layer.id),
    holdout: String(holdout.id),
    channel: String(channel.id),
    delivery: delivery.id,
    model: createHash('sha256').update(modelKey).digest('hex').slice(0, 16),
    evaluation,
    erasures: erasures.batchId,
  };
}
