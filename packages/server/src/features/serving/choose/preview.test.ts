// Tests of previews: a visitor with a signed id sees the draft, and nothing is counted.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import {
  campaignOf,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { encodePreview } from '../../experiences/campaigns/preview.ts';

const server = await experienceServer();
after(server.close);
const { client, log, manage, publish } = server;

const two = [
  {
    name: 'Nobody',
    targeting: { channel: 'no such' },
    variations: [variation('A'), variation('B', 0)],
  },
];
const preview = async (id: number, part: object = {}): Promise<string> =>
  (await manage('POST', `/v2/campaigns/${id}/preview`, part)).body.previewId;
const ask = (ids: string[], selector: ChooseInput['selector']) =>
  client.choose({ user: { id: '7' }, selector: { ...selector, preview: { ids } } });

test('a preview shows the draft of a paused campaign, a part of it where one is named', async () => {
  const id = await publish({ selector: 'paused' });
  await manage('POST', `/v2/campaigns/${id}/pause`);
  const draft = campaignOf({ selector: 'paused', traffic: 0, experiences: two });
  const { campaign } = (await manage('PUT', `/v2/campaigns/${id}`, draft)).body;
  const [experience] = campaign.experiences;
  const served = async (part: object) => {
    const { choices, warnings } = await ask([await preview(id, part)], { names: ['paused'] });
    assert.equal(warnings, undefined);
    return choices[0]?.variations[0]?.payload.data;
  };
  assert.equal(await served({}), undefined);
  assert.equal(await served({ experienceId: experience.id }), 'A');
  assert.equal(await served({ variationId: experience.variations[1].id }), 'B');
});

test('a draft that was never published is previewed by its selector and by its group', async () => {
  const made = await manage(
    'POST',
    '/v2/campaigns',
    campaignOf({ selector: 'never', groups: ['fresh'] }),
  );
  const id = await preview(made.body.id);
  for (const selector of [{ names: ['never'] }, { groups: ['fresh'] }]) {
    const { choices, warnings } = await ask([id], selector);
    assert.deepEqual([choices[0]?.variations[0]?.payload.data, warnings], ['hello', undefined]);
    assert.deepEqual((await client.choose({ selector })).choices, []);
  }
});

test('nothing of a preview is recorded, and its engagement counts for nothing', async () => {
  const before = (await log()).length;
  const id = await publish({ selector: 'uncounted' });
  const { choices } = await ask([await preview(id)], { names: ['uncounted'] });
  await client.engagement({
    user: { id: '7' },
    engagements: [{ type: 'CLICK', decisionId: choices[0]?.decisionId ?? '' }],
  });
  assert.equal((await log()).length, before);
});

test('an expired, a forged and another site’s preview id warn, and what is live is served', async () => {
  const id = await publish({ selector: 'guarded' });
  const other = await server.site('elsewhere');
  const nothing = { campaignId: id, experienceId: undefined, variationId: undefined };
  const encode = (site: typeof other, now: number) =>
    encodePreview(site.snapshot().signingKeys[0]!, nothing, now).id;
  const good = await preview(id);
  const ids = [
    encode(server.test, Date.now() - 8 * 86_400_000),
    encode(other, Date.now()),
    `9${good}`,
    good.slice(0, -1),
  ];
  for (const one of ids) {
    const { choices, warnings } = await ask([one], { names: ['guarded'] });
    assert.equal(choices[0]?.variations[0]?.payload.data, 'hello');
    assert.deepEqual(
      warnings?.map(({ code }) => code),
      ['preview_invalid'],
    );
  }
});

test('a preview id is good for 7 days', async () => {
  const id = await publish({ selector: 'week' });
  const before = Date.now();
  const { expiresAt } = (await manage('POST', `/v2/campaigns/${id}/preview`, {})).body;
  const days = (Date.parse(expiresAt) - before) / 86_400_000;
  assert.ok(days >= 7 && days < 7.01, expiresAt);
});

test('a preview of a part that the draft has lost shows nothing', async () => {
  const id = await publish({ selector: 'lost' });
  const { campaign } = (await manage('GET', `/v2/campaigns/${id}`)).body;
  const stale = await preview(id, { variationId: campaign.experiences[0].variations[0].id });
  await manage('PUT', `/v2/campaigns/${id}`, campaignOf({ selector: 'lost' }));
  const { choices } = await ask([stale], { names: ['lost'] });
  assert.deepEqual([choices[0]?.type, choices[0]?.variations], ['NO_DECISION', []]);
});
