// A valid request to each endpoint, about things whose names the test gives.
import type { Endpoint } from '@attune/contract';

/** Names of a site's own things; whether they exist is the test's business. */
export interface Named {
  /** Of what is created: 1 to 50 lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly feed: string;
  readonly transaction: string;
  readonly upload: string;
  /** Of people's attributes. */
  readonly userImport: string;
  readonly item: string;
  readonly campaign: string;
  readonly selector: string;
  readonly decision: string;
  readonly audience: string;
  readonly identifierType: string;
  readonly layer: string;
  readonly holdout: string;
  readonly metric: string;
  readonly model: string;
  readonly evaluation: string;
  /** Of a request to erase. */
  readonly erasures: string;
  readonly strategy: string;
  readonly template: string;
  /** Of notifications. */
  readonly channel: string;
  readonly delivery: string;
  /** A person, of the type `external`. */
  readonly cuid: string;
}

/** What no site has. */
export const absent: Named = {
  name: 'absent-name',
  feed: '8888001',
  transaction: '8888002',
  upload: '88888888-0000-4000-8000-000000000009',
  userImport: '88888888-0000-4000-8000-000000000010',
  item: 'absent-item',
  campaign: '8888003',
  selector: 'absent-selector',
  decision: 'absent-decision',
  audience: '8888004',
  identifierType: '8888005',
  layer: '8888006',
  holdout: '8888007',
  metric: '8888008',
  model: '00000000ab5e0000',
  evaluation: '00000000-0000-4000-8000-000000000000',
  erasures: '00000000-0000-4000-8000-000000000001',
  strategy: '8888009',
  template: '8888010',
  channel: '8888011',
  delivery: '8888012',
  cuid: 'absent-cuid',
};

export interface Example {
  readonly path: string;
  readonly body?: unknown;
}

const parameters: Readonly<Record<string, (named: Named, path: string) => string>> = {
  feedId: ({ feed }) => feed,
  transactionId: ({ transaction, userImport }, path) =>
    path.includes('/userdata/') ? userImport : transaction,
  uploadId: ({ upload }) => upload,
  itemId: ({ item }, path) => (path.includes('/userdata/') ? '1' : item),
  sku: ({ item }) => item,
  channel: ({ channel }) => channel,
  delivery: ({ delivery }) => delivery,
  version: () => '1',
  key: ({ selector }) => selector,
  model: ({ model }) => model,
  evaluation: ({ evaluation }) => evaluation,
  batchId: ({ erasures }) => erasures,
  comment: () => '8888011',
  id: (named, path) => {
    if (path.includes('/strategies')) return named.strategy;
    const kinds = ['campaign', 'audience', 'layer', 'holdout', 'metric', 'template'] as const;
    return named[kinds.find((kind) => path.includes(`/${kind}s`)) ?? 'identifierType'];
  },
};

const campaign = ({ name, selector }: Named) => ({
  name,
  selector,
  type: 'custom',
  experiences: [
    {
      name: 'All',
      variations: [{ name: 'One', weight: 1, payload: { type: 'CUSTOM_JSON', data: 1 } }],
    },
  ],
});
const audience = ({ name }: Named) => ({ name, condition: { 'device.type': 'mobile' } });
const metric = ({ name }: Named) => ({ name, kind: 'conversion', event: { type: 'purchase' } });
const strategy = ({ name }: Named) => ({ name, steps: [{ method: { type: 'newest' } }] });
const template = ({ name }: Named) => ({ name, schema: { type: 'boolean' } });
const channel = ({ name }: Pick<Named, 'name'>) => ({
  ...{ name, url: 'https://hooks.shop.example/attune', events: [], isOn: false },
});
const identifierType = ({ name }: Named) => ({ name });
const requests = ({ item }: Named) => ({
  requests: [{ id: item, action: 'update', body: { data: { sku: item, name: 'Changed' } } }],
});

const bodies: Readonly<Record<string, (named: Named) => unknown>> = {
  choose: ({ selector, cuid }) => ({
    user: { cuid, cuidType: 'external' },
    selector: { names: [selector] },
  }),
  evaluateFlag: () => ({ context: { targetingKey: '7' } }),
  evaluateFlags: () => ({ context: { targetingKey: '7' } }),
  collectPageview: () => ({ user: { id: '7' }, context: { page: { type: 'HOMEPAGE' } } }),
  collectEvents: () => ({ user: { id: '7' }, events: [{ name: 'example', properties: {} }] }),
  collectEngagement: ({ decision }) => ({
    user: { id: '7' },
    engagements: [{ type: 'CLICK', decisionId: decision }],
  }),
  collectPersonEvents: ({ cuid }) => ({
    events: [{ cuid, cuidType: 'external', name: 'example', properties: {} }],
  }),
  collectBeacon: () => ({ user: { id: '7' }, events: [{ name: 'example', properties: {} }] }),
  createFeed: ({ feed, name }) => ({ id: feed, name }),
  changeFeed: ({ name }) => ({ name }),
  rollbackFeed: () => ({ toRevision: 0 }),
  startFeedUpload: ({ item }) => new Blob([`sku,name\n${item},Seen\n`]),
  detectFeedUpload: () => ({}),
  previewFeedUpload: () => ({}),
  checkFeedUpload: () => ({}),
  publishFeedUpload: () => ({}),
  testFeedPull: () => ({ url: 'https://shop.invalid/feed.csv' }),
  replaceFeedPull: () => ({
    ...{ isOn: false, url: 'https://shop.example/feed.csv', schedule: { everyMinutes: 60 } },
  }),
  putFeed: requests,
  bulkFeed: requests,
  createCampaign: campaign,
  replaceCampaign: campaign,
  previewCampaign: () => ({}),
  askApproval: () => ({}),
  replaceJournalEntry: () => ({ hypothesis: '', owner: '', conclusion: '', decision: null }),
  createComment: () => ({ text: 'Ready?' }),
  replaceComment: () => ({ text: 'Ready.' }),
  cloneCampaign: ({ name, selector }) => ({ name, selector: `${selector}-2` }),
  restoreCampaign: () => ({ version: 1 }),
  endTest: () => ({}),
  schedulePublication: () => ({ at: '2036-12-01T09:00:00Z' }),
  steerRollout: () => ({ action: 'hold' }),
  restoreAudience: () => ({ version: 1 }),
  importExperiences: (named) => ({ campaigns: [campaign(named)] }),
  replayDecision: ({ decision }) => ({ decisionId: decision }),
  whyDecision: ({ selector, cuid }) => ({
    user: { cuid, cuidType: 'external' },
    selector: { names: [selector] },
  }),
  createAudience: audience,
  replaceAudience: audience,
  replaceAudienceMembers: ({ cuid }) => ({ members: [{ cuid, cuidType: 'external' }] }),
  changeAudienceMembers: ({ cuid }) => ({ remove: [{ cuid, cuidType: 'external' }] }),
  estimateAudience: () => ({ condition: { 'user.isKnown': true } }),
  eraseUserProfiles: ({ cuid }) => ({ people: [{ cuid, cuidType: 'external' }] }),
  exportUserProfiles: ({ cuid }) => ({ people: [{ cuid, cuidType: 'external' }] }),
  editAffinity: () => ({ set: [{ property: 'color', value: 'red', action: 'mute' }] }),
  tryAffinity: () => ({ settings: { halfLifeDays: 60 }, sample: 10 }),
  importUserdata: ({ cuid }) => ({
    requests: [{ action: 'upsert', cuid, cuidType: 'external', data: { plan: 'gold' } }],
  }),
  createIdentifierType: identifierType,
  replaceIdentifierType: identifierType,
  createMetric: metric,
  replaceMetric: metric,
  startEvaluation: () => ({ strategies: [8_888_009] }),
  createStrategy: strategy,
  replaceStrategy: strategy,
  restoreStrategy: () => ({ version: 1 }),
  createTemplate: template,
  replaceTemplate: template,
  restoreTemplate: () => ({ version: 1 }),
  previewStrategy: ({ strategy: id }) => ({ strategyId: Number(id) }),
  createChannel: ({ name }) => ({ ...channel({ name }), type: 'webhook' }),
  replaceChannel: channel,
  createLayer: ({ name }) => ({ name }),
  replaceLayer: ({ name }) => ({ name }),
  createHoldout: ({ name }) => ({ name, share: 0.1 }),
  replaceHoldout: ({ name }) => ({ name, share: 0.1 }),
};

const namedValue = (query: NonNullable<Endpoint['query']>) =>
  'property' in query.properties ? '&property=color&value=red' : '';

/** How a request to an endpoint brings a key: in a header, or in its body. */
export const withKey = ({ hasKeyInBody }: Endpoint, key: string | undefined, body: unknown) =>
  key !== undefined && hasKeyInBody
    ? { body: { ...(body as object), key } }
    : { body, ...(key !== undefined && { key }) };

/** A valid request to an endpoint, without its key. Throws for an endpoint without an example. */
export function exampleOf(endpoint: Endpoint, named: Named): Example {
  const { id, body, bodyForm, query } = endpoint;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters[name];
    if (!parameter) throw new Error(`${id} has a parameter "${name}": give an example of it`);
    return encodeURIComponent(parameter(named, endpoint.path));
  });
  const person =
    query?.properties['cuid'] &&
    `?cuid=${named.cuid}&cuidType=external&affinity=true${namedValue(query)}`;
  const file = bodyForm === 'bytes' && query?.properties['name'] ? '?name=example.csv' : '';
  const example = bodies[id];
  if (body && !example) throw new Error(`${id} takes a body: give an example of it`);
  return { path: path + (person ?? file), ...(body && { body: example?.(named) }) };
}
