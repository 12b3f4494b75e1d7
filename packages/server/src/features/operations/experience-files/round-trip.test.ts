// Whatever state a site is in, its export is imported into an empty one, which exports the same.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import {
  type Call,
  callWith,
  campaignOf,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);

let sites = 0;
async function newSite(): Promise<Call> {
  sites += 1;
  const site = await server.site(`state-${sites}`);
  return callWith(server.url, await site.key(['manage', 'feed']));
}

const idsOf = async (ask: Call, kind: string): Promise<number[]> => {
  const { body } = await ask('GET', `/v2/${kind}?limit=100&archived=true`);
  if (body.items) return body.items.map(({ id }: { id: number }) => id);
  return (await ask('GET', `/v2/${kind}?limit=100`)).body.items.map(({ id }: { id: number }) => id);
};

/** What is done to a site, by numbers that choose among what there is by then. */
const step = fc.record({
  act: fc.constantFrom(
    ...[
      'audience',
      'list',
      'layer',
      'holdout',
      'metric',
      'strategy',
      'template',
      'campaign',
      'campaign',
    ],
    ...['campaign', 'publish', 'pause', 'archive', 'unarchive', 'change', 'delete', 'delete'],
  ),
  name: fc.constantFrom(
    'a',
    'B',
    'é',
    'E\u0301',
    '(deleted)',
    '1001',
    ' x ',
    'a/b',
    '__proto__',
    '😀',
  ),
  number: fc.nat(99),
  also: fc.nat(99),
  data: fc.constantFrom('1.0', '{"b":1,"2":12345678901234567890,"1":[]}', 'null', '"t"'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(all: readonly T[], number: number) => all[number % all.length];

async function campaignBy(ask: Call, { name, number, also, data }: Step): Promise<string> {
  const audience = pick([undefined, ...(await idsOf(ask, 'audiences'))], number);
  const layer = pick([undefined, ...(await idsOf(ask, 'layers'))], also);
  const metric = pick([undefined, 1, ...(await idsOf(ask, 'metrics'))], number);
  const strategy = pick([undefined, ...(await idsOf(ask, 'strategies'))], also);
  const template = pick([undefined, 5, ...(await idsOf(ask, 'templates'))], number);
  const isCustom = strategy === undefined;
  const payload = strategy === undefined ? { type: 'CUSTOM_JSON', data: 'DATA' } : { strategy };
  const own = { name: 'V', weight: 1, payload };
  const campaign = campaignOf({
    selector: `${name} ${number % 5}`,
    name,
    type: strategy === undefined ? 'custom' : 'sorting',
    ...pick([{}, { unit: 'person' }, { unit: 'account', accountType: 'company' }], also),
    ...(isCustom && template !== undefined && { template, payloadSchema: {} }),
    ...(layer !== undefined && { layer: { id: layer, share: 0.1 } }),
    ...(metric !== undefined && { metrics: { primary: metric, others: [metric] } }),
    experiences: [
      {
        name: 'Same',
        ...(audience !== undefined && {
          targeting: { $or: [{ $audience: audience }, { 'pageAttributes.x': number }] },
        }),
        variations: [own as ReturnType<typeof variation>],
      },
      { name: number % 2 ? 'Same' : 'Other', variations: [variation('b'), variation(null)] },
    ],
    ...(number % 3 === 0 && { testUsers: [{ id: '7', experience: 'Same', variation: 'V' }] }),
  });
  return JSON.stringify(campaign).replace('"DATA"', data);
}

/** Does one thing; what is refused leaves the site as it was. */
async function take(ask: Call, one: Step): Promise<void> {
  const { act, name, number, also } = one;
  const post = (kind: string, body: unknown) => ask('POST', `/v2/${kind}`, body);
  const campaigns = await idsOf(ask, 'campaigns');
  const chosen = `/v2/campaigns/${pick(campaigns, number) ?? 1}`;
  switch (act) {
    case 'audience': {
      const other = pick([undefined, ...(await idsOf(ask, 'audiences'))], number);
      const condition = other === undefined ? { channel: 'WEB' } : { $audience: other };
      return void (await post('audiences', { name: `${name} ${also}`, condition }));
    }
    case 'list':
      return void (await post('audiences', { name, kind: 'list' }));
    case 'layer':
      return void (await post('layers', { name, slots: 100 }));
    case 'holdout':
      return void (await post('holdouts', { name, share: 0.01 }));
    case 'metric':
      return void (await post('metrics', { name, kind: 'count', event: { name } }));
    case 'strategy': {
      const method = { type: 'newest' };
      const feed = number % 2 ? { feed: '77' } : {};
      return void (await post('strategies', { name, ...feed, steps: [{ method }] }));
    }
    case 'template': {
      const archived = number % 2 ? { archived: true } : {};
      const schema = { type: 'number', default: number };
      return void (await post('templates', { name, ...archived, schema, view: '{{.}}' }));
    }
    case 'campaign':
      return void (await ask('POST', '/v2/campaigns', await campaignBy(ask, one)));
    case 'change':
      return void (await ask('PUT', chosen, await campaignBy(ask, one)));
    case 'delete': {
      const kind = pick(
        ['audiences', 'layers', 'strategies', 'metrics', 'templates', 'campaigns'],
        also,
      )!;
      const id = pick(await idsOf(ask, kind), number);
      return void (await ask('DELETE', `/v2/${kind}/${id}`));
    }
    default:
      return void (await ask('POST', `${chosen}/${act}`));
  }
}

/** What the files do not publish is a draft of an empty site. */
const inEmptySite = (files: string) =>
  files.replaceAll(/("selector":"(?:[^"\\]|\\.)*",)(?!"status")/g, '$1"status":"draft",');

/** An export of a site, and of an empty one that took it in. */
async function assertCarried(ask: Call): Promise<{ warnings: { pointer: string }[] }> {
  const { text } = await ask('GET', '/v2/experiences/export');
  const empty = await newSite();
  const imported = await empty('POST', '/v2/experiences/import', text);
  assert.equal(imported.status, 200, `${imported.text}\n${text}`);
  assert.equal((await empty('GET', '/v2/experiences/export')).text, inEmptySite(text));
  const again = await empty('POST', '/v2/experiences/import', text);
  assert.deepEqual([again.status, again.body.changes], [200, []], again.text);
  const own = await ask('POST', '/v2/experiences/import?dryRun=true', text);
  assert.equal(own.status, 200, own.text);
  return imported.body;
}

test('an export of any state is imported into an empty site, which then exports the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const ask = await newSite();
      await ask('POST', '/v2/feeds', { id: '77', name: 'Shop' });
      await ask('POST', '/v2/identifier-types', { name: 'company', identifies: 'account' });
      for (const one of steps) await take(ask, one);
      await assertCarried(ask);
    }),
    { numRuns: 12 },
  );
});

test('a campaign by accounts is live in a site without their kind, and that is told', async () => {
  const ask = await newSite();
  await ask('POST', '/v2/identifier-types', { name: 'company', identifies: 'account' });
  const unit = { unit: 'account' as const, accountType: 'company' };
  const made = await ask('POST', '/v2/campaigns', { ...campaignOf({ selector: 'b2b' }), ...unit });
  assert.equal(made.status, 201, made.text);
  assert.equal((await ask('POST', `/v2/campaigns/${made.body.id}/publish`)).status, 200);
  const { warnings } = await assertCarried(ask);
  assert.deepEqual(
    warnings.map(({ pointer }) => pointer),
    ['/campaigns/0/accountType'],
  );
});

/** Makes campaigns live, and changes their drafts. */
function campaignsOf(ask: Call) {
  const live = async (selector: string, more: object = {}) => {
    const made = await ask('POST', '/v2/campaigns', { ...campaignOf({ selector }), ...more });
    assert.equal((await ask('POST', `/v2/campaigns/${made.body.id}/publish`)).status, 200);
    return made.body.id as number;
  };
  const draft = async (id: number, selector: string, more: object = {}) => {
    const changed = { ...campaignOf({ selector }), ...more };
    assert.equal((await ask('PUT', `/v2/campaigns/${id}`, changed)).status, 200);
  };
  const statuses = async () => {
    const { body } = await ask('GET', '/v2/experiences/export');
    return body.campaigns.map((one: Record<string, unknown>) => [one['selector'], one['status']]);
  };
  return { live, draft, statuses };
}

test('a draft that cannot be live beside what is comes without a status, and stays as it is', async () => {
  const ask = await newSite();
  const { live, draft, statuses } = campaignsOf(ask);
  const { id: layer } = (await ask('POST', '/v2/layers', { name: 'L' })).body;
  const inLayer = { layer: { id: layer, share: 0.2 } };
  await draft(await live('restart'), 'restart', { unit: 'person' });
  await draft(await live('by-device'), 'by-device', inLayer);
  await draft(await live('by-person', { unit: 'person' }), 'by-person', inLayer);
  await assertCarried(ask);
  assert.deepEqual(await statuses(), [
    ['by-device', 'live'],
    ['by-person', undefined],
    ['restart', undefined],
  ]);
});

test('drafts that swap placements come without a status, and stay as they are', async () => {
  const ask = await newSite();
  const { live, draft, statuses } = campaignsOf(ask);
  const [one, other] = [await live('one'), await live('other')];
  await draft(one, 'neither');
  await draft(other, 'one');
  await draft(one, 'other');
  await assertCarried(ask);
  assert.deepEqual(await statuses(), [
    ['one', undefined],
    ['other', undefined],
  ]);
});

test('a draft that moves to where another leaves is live if that one can be', async () => {
  const ask = await newSite();
  const { live, draft, statuses } = campaignsOf(ask);
  const [one, other] = [await live('one'), await live('other')];
  await draft(other, 'third');
  await draft(one, 'other');
  await assertCarried(ask);
  assert.deepEqual(await statuses(), [
    ['other', 'live'],
    ['third', 'live'],
  ]);
  await draft(other, 'third', { unit: 'person' });
  await assertCarried(ask);
  assert.deepEqual(await statuses(), [
    ['other', undefined],
    ['third', undefined],
  ]);
});

test('a draft that refers to what was deleted is carried, and told', async () => {
  const ask = await newSite();
  const make = async (kind: string, body: unknown) =>
    (await ask('POST', `/v2/${kind}`, body)).body.id as number;
  await ask('POST', '/v2/feeds', { id: '77', name: 'Shop' });
  const audience = await make('audiences', { name: 'A', condition: { channel: 'WEB' } });
  const layer = await make('layers', { name: 'L' });
  const strategy = await make('strategies', { name: 'S', steps: [{ method: { type: 'newest' } }] });
  const id = await make('campaigns', {
    ...campaignOf({ selector: 'torn', type: 'sorting' }),
    layer: { id: layer, share: 0.5 },
    experiences: [
      {
        name: 'E',
        targeting: { $not: { $audience: audience } },
        variations: [{ name: 'V', weight: 1, payload: { strategy } }],
      },
    ],
  });
  await ask('POST', `/v2/campaigns/${id}/archive`);
  for (const gone of [`audiences/${audience}`, `layers/${layer}`, `strategies/${strategy}`]) {
    assert.equal((await ask('DELETE', `/v2/${gone}`)).status, 204, gone);
  }
  await ask('POST', `/v2/campaigns/${id}/unarchive`);
  const { warnings } = await assertCarried(ask);
  const places = warnings.map(({ pointer }) => pointer.replace('/campaigns/0', ''));
  for (const place of [
    '/layer/name',
    '/experiences/0/targeting/$not/$audience',
    '/experiences/0/variations/0/payload/strategy',
  ]) {
    assert.ok(places.includes(place), JSON.stringify(warnings));
  }
  const refused = await ask('POST', `/v2/campaigns/${id}/publish`);
  assert.equal(refused.status, 422, refused.text);
});
