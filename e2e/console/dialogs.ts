// Every dialog that a button opens, and what pages show only after some work: readable by everyone.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { signedIn } from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import {
  experiencesOf,
  variation,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { lookAll, type thoroughLooks } from './look.ts';
import { admin, shop } from './pages.ts';

/** Something to look at: where it is, and what opens it. */
interface Shown {
  readonly name: string;
  readonly path: string;
  /** What happens before it is opened. */
  readonly before?: () => Promise<void>;
  readonly open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

/** What is rarer stands in a menu. */
const more = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};

const variations = [variation(null, 1, 'Control'), variation('new', 1, 'Variation 1')];
const experiences = [{ name: 'Everyone', variations }];
const rollout = { steps: [{ traffic: 0.1, hours: 24 }] };

async function made(path: string, body: unknown) {
  const { manage } = await experiencesOf(shop.server, shop.server.test);
  const { status, text, body: answer } = await manage('POST', path, body);
  assert.equal(status, 201, text);
  return answer;
}

/** Of a test that is live in steps. */
async function ofLiveCampaigns(): Promise<Shown[]> {
  const { server } = shop;
  const { client, manage, publish } = await experiencesOf(server, server.test);
  const guardrails = [{ metric: (await manage('GET', '/v2/metrics')).body.items[0].id }];
  const part = { rollout, metrics: { guardrails }, experiences };
  const id = await publish({ name: 'Checkout', selector: 'checkout', ...part });
  for (let at = 0; at < 8; at += 1) {
    await client.choose({ user: { id: `${700 + at}` }, selector: { names: ['checkout'] } });
  }
  await server.folded();
  const steps = `campaigns?id=${id}&section=allocation`;
  return [
    { name: 'rollout', path: steps },
    { name: 'next-step', path: steps, open: press('Go to next step') },
    { name: 'step-back', path: steps, open: press('Go back a step') },
    { name: 'guardrails', path: `campaigns?id=${id}&section=metrics` },
    { name: 'end-test', path: steps, open: more('End test…') },
    { name: 'back-to-control', path: steps, open: more('Back to control') },
    { name: 'restart', path: steps, open: more('Restart') },
    { name: 'clone', path: steps, open: more('Clone') },
    { name: 'export', path: steps, open: more('Export as a file') },
    { name: 'archive', path: steps, open: more('Archive') },
    { name: 'pause', path: steps, open: press('Pause') },
    { name: 'preview', path: steps, open: press('Preview') },
    { name: 'history', path: `campaigns?id=${id}&show=history` },
    { name: 'report', path: `reports?campaign=${id}` },
  ];
}

/** Of a draft: its publication at a time, what is said of it, and who may approve it. */
async function ofDrafts(): Promise<Shown[]> {
  const { server } = shop;
  const draft = { name: 'Menu', selector: 'menu', type: 'custom', experiences };
  const { id } = await made('/v2/campaigns', draft);
  const review = `campaigns?id=${id}&section=review`;
  const editor = { role: 'Editor', codeEditing: false } as const;
  const eve = await signedIn(server, server.test.id, editor, 'eve@shop.example');
  const boss = await signedIn(server, server.test.id, admin, 'boss@shop.example');
  const done = async (one: typeof boss, method: string, path: string, body: unknown) => {
    const { status, body: answer } = await one.ask(method, `/sites/test${path}`, body);
    assert.ok(status < 300, JSON.stringify(answer));
  };
  const ask = async () => {
    await done(boss, 'PUT', '/settings', { approval: 'editor' });
    await done(eve, 'POST', `/campaigns/${id}/approval`, { note: 'For Monday.' });
  };
  return [
    { name: 'schedule', path: review, open: press('Schedule…') },
    { name: 'scheduled', path: review, open: schedule },
    { name: 'comment', path: review, open: comment },
    { name: 'delete-comment', path: review, open: press('Delete comment') },
    { name: 'approvals', path: 'approvals', before: ask },
    { name: 'approval', path: review },
    { name: 'emergency', path: review, open: press('Publish without approval') },
  ];
}

/** Of channels, feeds and what campaigns share. */
async function ofTheRest(): Promise<Shown[]> {
  const channel = { name: 'Warehouse', type: 'webhook', url: 'https://hooks.shop.example/attune' };
  const told = await made('/v2/channels', { ...channel, events: ['campaign.published'] });
  const path = `notifications?channel=${told.channel.id}`;
  await (await shop.server.test.client(['feed'])).createFeed({ id: '8', name: 'Shop' });
  return [
    { name: 'channel', path, open: press('Edit') },
    { name: 'rotate', path, open: press('Rotate secret') },
    { name: 'delete-channel', path, open: press('Delete') },
    { name: 'holdout', path: 'holdouts?new' },
    { name: 'layer', path: 'layers?new' },
    { name: 'feed', path: 'feeds?new' },
    ...['items', 'upload', 'history', 'health', 'settings'].map((show) => ({
      ...{ name: `feed-${show}`, path: `feeds?id=8&show=${show}` },
    })),
    { name: 'pull', path: 'feeds?id=8&show=pull', open: press('Set up pull') },
  ];
}

/** What is looked at in one go; each makes what it needs. */
export const dialogs = {
  'a live campaign': ofLiveCampaigns,
  'a draft': ofDrafts,
  'channels, feeds and what campaigns share': ofTheRest,
} as const;

async function schedule(page: Page): Promise<void> {
  await press('Schedule…')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Publish on').fill('2099-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule publication' }).click();
  await page.getByText('Publication scheduled').waitFor();
}

async function comment(page: Page): Promise<void> {
  await page.getByLabel('Add a comment').fill('The texts are final.');
  await press('Add comment')(page);
  await press('Edit comment')(page);
}

/** Each of them; fails where one does not hold. */
export async function lookAtDialogs(
  of: keyof typeof dialogs,
  looks?: typeof thoroughLooks,
): Promise<void> {
  const { page, open, faults } = await shop.windowOf(admin);
  const found: string[] = [];
  for (const { name, path, before, open: begin } of await dialogs[of]()) {
    await before?.();
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`/test/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await begin?.(page);
    const seen = await lookAll(page, `dialog-${name}`, looks);
    found.push(...seen.map((one) => `${name}: ${one}`));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
}
