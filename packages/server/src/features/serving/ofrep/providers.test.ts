// OpenFeature's own providers, unmodified: they say what choose says, and a hook that reports first
// use makes the exposures.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput, ReportOutput } from '@attune/contract';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as OnServer } from '@openfeature/server-sdk';
import {
  type Hook,
  OpenFeature as InBrowser,
  type JsonValue,
  type Provider,
} from '@openfeature/web-sdk';
import { eventually } from '../../../testing.ts';
import { experienceServer, variation } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { browser, client, folded, manage, publish, test: site, url: baseUrl } = server;

/** By selector: what the code has where the flag leaves it to the code. */
const defaults: Readonly<Record<string, JsonValue>> = {
  color: 'code',
  columns: -1,
  layout: { code: true },
  isNew: false,
};
const drawn = (...given: unknown[]) => [
  { name: 'Drawn', variations: given.map((data) => variation(data, 1, JSON.stringify(data))) },
];
const premium = { 'pageAttributes.plan': 'premium' };
const ids = {
  color: await publish({ selector: 'color', experiences: drawn('red', 'green', null) }),
  columns: await publish({ selector: 'columns', traffic: 0.5, experiences: drawn(2, 3.5) }),
  layout: await publish({ selector: 'layout', experiences: drawn({ rows: [1, 2] }, { rows: [] }) }),
  isNew: await publish({
    selector: 'isNew',
    experiences: [{ name: 'Premium', targeting: premium, variations: [variation(true)] }],
  }),
};
const visitors = Array.from({ length: 60 }, (_, at) => ({
  targetingKey: `visitor-${at}`,
  plan: at % 3 === 0 ? 'premium' : 'free',
}));
type Visitor = (typeof visitors)[number];

/** What choose gives a visitor, by selector, with the code's value where that is nothing. */
async function chosen({ targetingKey, plan }: Visitor): Promise<Record<string, unknown>> {
  const request: ChooseInput = {
    user: { id: targetingKey },
    context: { pageAttributes: { plan } },
    selector: { names: Object.keys(defaults) },
    options: { isImplicitImpressionMode: false },
  };
  const { choices } = await client.choose(request);
  return Object.fromEntries(
    choices.map(({ name, variations }) => [
      name,
      variations.length > 0 ? variations[0]!.payload.data : defaults[name],
    ]),
  );
}

test('the provider for servers says what choose says, for every visitor and campaign', async () => {
  const headers: [string, string][] = [['Authorization', `Bearer ${await site.key(['serve'])}`]];
  await OnServer.setProviderAndWait(new OFREPProvider({ baseUrl, headers }));
  const flags = OnServer.getClient();
  const seen = new Set<string>();
  for (const visitor of visitors) {
    const expected = await chosen(visitor);
    const { color, columns, layout, isNew } = defaults;
    const found = {
      color: await flags.getStringValue('color', color as string, visitor),
      columns: await flags.getNumberValue('columns', columns as number, visitor),
      layout: await flags.getObjectValue('layout', layout as JsonValue, visitor),
      isNew: await flags.getBooleanValue('isNew', isNew as boolean, visitor),
    };
    assert.deepEqual(found, expected, visitor.targetingKey);
    for (const value of Object.values(found)) seen.add(JSON.stringify(value));
  }
  // Every variation, and every default, was given to somebody.
  assert.equal(seen.size, 10, [...seen].join(' '));
  const { targetingKey } = visitors[0]!;
  const { flagMetadata } = await flags.getObjectDetails('layout', {}, { targetingKey });
  assert.equal(flagMetadata['campaignId'], ids.layout);
  const absent = await flags.getStringDetails('absent', 'mine', { targetingKey });
  assert.deepEqual([absent.value, absent.errorCode], ['mine', 'FLAG_NOT_FOUND']);
});

// As a browser says it: Node's own agent is taken for a bot.
const pageHeaders: [string, string][] = [
  ['X-API-Key', await site.key(['serve'], 'Client-side')],
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0 Safari/537.36'],
];
await InBrowser.setContext(visitors[0]!);
const options = { baseUrl, headers: pageHeaders, cacheMode: 'disabled' as const };
// Its types differ from those of its peer in what may be undefined.
const provider: unknown = new OFREPWebProvider(options);
await InBrowser.setProviderAndWait(provider as Provider);
after(() => Promise.all([InBrowser.close(), OnServer.close()]));
const inPage = async (visitor: Visitor) => {
  await InBrowser.setContext(visitor);
  return InBrowser.getClient();
};

test('the provider for browsers says what choose says, as its context changes', async () => {
  for (const visitor of visitors) {
    const flags = await inPage(visitor);
    const { color, columns, layout, isNew } = defaults;
    const found = {
      color: flags.getStringValue('color', color as string),
      columns: flags.getNumberValue('columns', columns as number),
      layout: flags.getObjectValue('layout', layout as JsonValue),
      isNew: flags.getBooleanValue('isNew', isNew as boolean),
    };
    assert.deepEqual(found, await chosen(visitor), visitor.targetingKey);
  }
});

test('a hook that reports first use makes the exposures of a report; evaluating all flags makes none', async () => {
  const experiences = drawn('one', null);
  const campaign = await publish({ selector: 'hooked', experiences });
  const exposed = async () => {
    await folded();
    const { body } = await manage('GET', `/v2/campaigns/${campaign}/report`);
    const [{ variations } = { variations: [] }] = (body as ReportOutput).experiences;
    return Object.fromEntries(variations.map((one) => [one.name, one.exposed]));
  };
  for (const visitor of visitors) await inPage(visitor);
  assert.deepEqual(await exposed(), { '"one"': 0, null: 0 });

  const reported = new Map<unknown, Promise<unknown>>();
  const reportFirstUse: Hook = {
    after: (_, { flagMetadata: { decisionId } }) => {
      if (typeof decisionId !== 'string' || reported.has(decisionId)) return;
      const shown = browser.engagement({ engagements: [{ type: 'IMP', decisionId }] });
      reported.set(decisionId, shown);
    },
  };
  InBrowser.addHooks(reportFirstUse);
  const used = { '"one"': 0, null: 0 };
  for (const visitor of visitors.slice(0, 40)) {
    const flags = await inPage(visitor);
    const value = flags.getStringValue('hooked', 'code');
    assert.equal(flags.getStringValue('hooked', 'code'), value);
    used[value === 'code' ? 'null' : '"one"'] += 1;
  }
  await Promise.all(reported.values());
  assert.equal(reported.size, 40);
  assert.ok(used['"one"'] > 0 && used.null > 0);
  // A report that took long to make is shown again for a while.
  const found = await eventually(async () => {
    const now = await exposed();
    return now['null'] !== 0 && now;
  });
  assert.deepEqual(found, used);
});
