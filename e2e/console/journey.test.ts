// A whole test, from its plan to the journal: proposed, approved, scheduled, rolled out, sent back
// by a guardrail, ended; with the mails and webhooks of it as they are received.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openMailServer } from '../../packages/server/src/features/configuration/notifications/mail/mail-server.fixture.ts';
import { decoded } from '../../packages/server/src/features/configuration/notifications/mail/mails.fixture.ts';
import { openReceiver } from '../../packages/server/src/features/configuration/notifications/receiver.fixture.ts';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { renewFigures } from '../../packages/server/src/features/insights/reports/figures/renew.ts';
import { lookAtSite } from '../../packages/server/src/features/insights/reports/guardrails/look.ts';
import {
  bought,
  forMany,
} from '../../packages/server/src/features/insights/reports/planted.fixture.ts';
import { openShop, type Shop, skip, until } from './browser.ts';
import { section } from './builder.ts';

const mails = await openMailServer();
const receiver = await openReceiver();
after(() => Promise.all([mails.close(), receiver.close()]));
const env = {
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  ...{ SMTP_TLS: 'off', SMTP_FROM: 'Attune <attune@shop.example>' },
  ...{ PUBLIC_URL: 'https://attune.shop.example/', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
};
const shop = (skip ? undefined : await openShop({ env, settings: { approval: 'editor' } })) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;
const minuteMs = 60_000;

const told = [
  'campaign.approval_asked',
  'campaign.published',
  'campaign.guardrail_breached',
] as const;
const visitors = Array.from({ length: 120 }, (_, at) => ({ id: String(900_000 + at) }));

test('a team plans a test, proposes, approves and schedules it; a guardrail sends it back, and the journal keeps the decision', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { ctx, test: site } = server;
  let shiftMs = 0;
  Object.assign(ctx, { now: () => Date.now() + shiftMs });
  const { manage, client } = await experiencesOf(server, site);
  const events = [...told];
  const hook = { name: 'Hook', type: 'webhook', url: receiver.url, events };
  await manage('POST', '/v2/channels', hook);
  const addresses = ['team@shop.example'];
  await manage('POST', '/v2/channels', { name: 'Mail', type: 'email', addresses, events });
  const made = await manage('POST', '/v2/campaigns', {
    ...{ name: 'New checkout', selector: 'checkout', type: 'custom' },
    rollout: { steps: [{ traffic: 0.5, hours: 1 }] },
    metrics: { primary: 2, guardrails: [{ metric: 2, margin: 0.05, minimumUsers: 20 }] },
    experiences: [
      { name: 'All', variations: [variation(null, 1, 'Old'), variation('new', 1, 'New')] },
    ],
  });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const tell = (user: { id: string }, properties: ReturnType<typeof bought>) =>
    client.events({ user, events: [{ name: 'Bought', timestamp: ctx.now(), properties }] });
  // What the planner plans by: visits of last week, of which every second bought.
  shiftMs = -7 * 24 * 60 * minuteMs;
  await forMany(visitors.slice(0, 40), (user) =>
    client.pageview({ user, context: { page: { type: 'HOMEPAGE', location: '/', data: [] } } }),
  );
  await forMany(visitors.slice(0, 20), (user) => tell(user, bought(20)));
  shiftMs = 0;
  await server.folded();

  // Planned and proposed.
  const ann = await windowOf(editor);
  const { page } = ann;
  await ann.open(`/test/campaigns?id=${id}&section=metrics`);
  await page.getByRole('button', { name: /^Plan one look with/ }).click();
  await page.getByRole('button', { name: 'Save and review' }).click();
  await page
    .getByText(/^Design: one look, once [\d,]+ users of each variation count[.]$/)
    .waitFor();
  await page.getByLabel('Hypothesis').fill('A shorter checkout sells more.');
  await page.getByRole('button', { name: 'Save journal' }).click();
  await page.getByLabel('Note for the reviewer').fill('For Monday.');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('The draft is waiting for approval').waitFor();

  // Approved by somebody else.
  const bob = await windowOf(editor);
  await bob.open('/test/approvals');
  await bob.page.getByRole('link', { name: 'New checkout', exact: true }).click();
  await bob.page.getByRole('button', { name: 'Approve' }).click();
  await bob.page.getByText('The draft is approved').waitFor();

  // Published at a time.
  const wanted = new Date(ctx.now() + 2 * minuteMs).toISOString().slice(0, 16);
  await bob.page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = bob.page.getByRole('dialog');
  await dialog.getByLabel('Publish on').fill(wanted);
  await dialog.getByRole('button', { name: 'Schedule publication' }).click();
  await bob.page.getByText('Publication scheduled').waitFor();
  await bob.open('/test/campaigns');
  await bob.page.getByText('Publishes').waitFor();
  const status = async () => (await manage('GET', `/v2/campaigns/${id}`)).body;
  assert.equal((await status()).status, 'draft');
  shiftMs += 3 * minuteMs;
  await until(async () => (await status()).status === 'live');

  // Rolled out by steps.
  const shown = () =>
    forMany(visitors, async (user) => {
      const request = { user, selector: { names: ['checkout'] } } as never;
      const [choice] = (await client.choose(request)).choices;
      const said = JSON.stringify(choice?.variations ?? []);
      return choice?.decisionId ? (said.includes('"new"') ? 'New' : 'Old') : undefined;
    });
  const look = async () => {
    await ctx.pool.query(`update campaign_figures set as_of = as_of - interval '10 minutes'`);
    await renewFigures(ctx, site.snapshot());
    await lookAtSite(ctx, site.snapshot());
  };
  await shown();
  await server.folded();
  shiftMs += 61 * minuteMs;
  await look();
  await ann.open(`/test/campaigns?id=${id}&section=allocation`);
  await page.getByText('All steps done: 100 %').waitFor();

  // A breach.
  const given = await shown();
  shiftMs += minuteMs;
  await forMany(
    visitors.filter((_, at) => given[at] === 'Old'),
    (user) => tell(user, bought(20)),
  );
  await server.folded();
  await look();
  const { rollout } = await status();
  assert.deepEqual([rollout.step, rollout.state], [1, 'returned']);
  assert.match(rollout.cause, /^Purchases of "New" \d.* below the control/);
  await ann.open(`/test/campaigns?id=${id}`);
  await page.getByText('Went back to 50 %').waitFor();
  await page.getByText(rollout.cause).waitFor();
  await page.getByRole('button', { name: 'View rollout' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();

  // Decided, and found again.
  await section(page, 'Review');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Back to control' }).click();
  const ending = page.getByRole('dialog');
  await ending.getByText('Everyone gets “Old” within a second').waitFor();
  await ending.getByLabel('Conclusion').fill('The short one loses buyers.');
  await ending.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: 'Reverted' }).click();
  await ending.getByRole('button', { name: 'Back to control' }).click();
  await ending.waitFor({ state: 'detached' });
  assert.ok((await shown()).every((one) => one === 'Old'));
  await ann.open('/test/journal');
  await page.getByRole('searchbox', { name: 'Search' }).fill('loses buyers');
  const entry = page.getByRole('listitem').filter({ hasText: 'New checkout' });
  await entry.getByText('The short one loses buyers.').waitFor();
  assert.match(await entry.innerText(), /Reverted[\s\S]+A shorter checkout sells more/);

  // As received, in the order in which it happened.
  const published = ['campaign.published', 'campaign.guardrail_breached', 'campaign.published'];
  const expected = ['campaign.approval_asked', ...published];
  await until(async () => receiver.received.length >= 4 && mails.received.length >= 4);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  assert.deepEqual(bodies.map(({ type }) => type).sort(), expected.toSorted());
  const breach = bodies.find(({ type }) => type === 'campaign.guardrail_breached');
  assert.equal(breach.data.cause, rollout.cause);
  const letters = mails.received.map(({ source }) => decoded(source).replaceAll(/\s+/g, ' '));
  assert.ok(letters.some((one) => one.includes('asks for approval') && one.includes('For Monday')));
  assert.ok(letters.some((one) => one.includes('Purchases of') && one.includes('went back')));
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});
