// Reports of a span whose first days are past the site's retention.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { changeSite, raiseEventsFrom } from '../../configuration/sites/index.ts';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { dayMs, newDevice, plantingServer } from './planted.fixture.ts';

const server = await plantingServer();
after(server.close);
const { ctx, manage, publish, folded, daysAgo } = server;
const { id: siteId } = server.test;

const day = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

test('of a span whose first days are past their term, the rest is reported, and that is told', async () => {
  const weighed = [variation(null, 1, 'A'), variation('new', 1, 'B')];
  const campaignId = await daysAgo(12, () =>
    publish({ selector: 'banner', experiences: [{ name: 'Everybody', variations: weighed }] }),
  );
  const path = `/v2/campaigns/${campaignId}/report`;
  for (const days of [11, 11, 11, 8, 8]) {
    const request = { user: newDevice(), selector: { names: ['banner'] } };
    await daysAgo(days, () => server.client.choose(request as never));
  }
  await folded();
  const report = async (query = ''): Promise<ReportOutput> =>
    (await manage('GET', `${path}?${query}`)).body;
  const usersIn = ({ experiences: [one] }: ReportOutput) =>
    one!.variations.reduce((all, { exposed }) => all + exposed, 0);
  assert.equal(usersIn(await report()), 5);

  const from = day(9);
  const change = { siteId, actor: 'test', action: 'site.change', subject: '' };
  await changeSite(ctx, change, (tx) => raiseEventsFrom(tx, siteId, from));
  const cut = await report();
  assert.deepEqual([cut.from, usersIn(cut)], [`${from}T00:00:00.000Z`, 2]);
  assert.match(cut.notes[0]!, new RegExp(`^The report begins at ${from}: older events are past`));
  const whole = await report(`from=${day(8)}`);
  assert.equal(
    whole.notes.some((note) => note.includes('begins')),
    false,
  );
  const gone = await manage('GET', `${path}?from=${day(12)}&to=${day(10)}`);
  assert.deepEqual([gone.status, gone.body.errors[0].pointer], [400, '/query/to']);
  assert.match(gone.body.detail, /past their term/);
});
