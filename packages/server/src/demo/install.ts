// Installs the demo site of the first start, step by step: what is interrupted is completed later.
import type { Context, SiteSnapshot } from '../context.ts';
import { audienceKind } from '../features/audiences/index.ts';
import { insertAudit } from '../features/audit/index.ts';
import { applyCampaign, selectCampaigns } from '../features/campaigns/index.ts';
import {
  acceptEntries,
  countInbox,
  type Inbox,
  readEvents,
  selectLastInboxId,
} from '../features/events/index.ts';
import { createFeed, putItems } from '../features/feeds/index.ts';
import { createObject, selectObjects } from '../features/managed/index.ts';
import { recomputeTotals } from '../features/profiles/index.ts';
import { createSite, selectRevisions } from '../features/sites/index.ts';
import { ApiError } from '../refusal.ts';
import { demoCampaigns, phoneAudience } from './campaigns.ts';
import { ensureKeys, type KeyValues, readKeys } from './keys.ts';
import { generateProducts, type Product } from './products.ts';
import {
  completedAction,
  demoActor,
  type Installation,
  selectInstallation,
  withInstallationLock,
} from './store.ts';
import { generateVisitors } from './visitors.ts';

export interface InstalledDemo {
  readonly siteName: 'demo';
  readonly keys: KeyValues;
}

/** Told what is being done, in words for a terminal. */
export type Say = (words: string) => void;

const siteName = 'demo';
const seed = 'attune demo';
const feed = { id: '777', name: 'Demo shop', affinity: ['categories', 'color', 'brand'] };
/** Far beyond what folding takes; what is left after it is folded behind the running server. */
const foldingMs = 20_000;
const lookMs = 50;

/** Is there no site yet, or a demo whose installation was interrupted? */
export async function isDemoWanted(ctx: Context): Promise<boolean> {
  // A server that starts without its database has had sites before.
  if (!ctx.snapshots.isConfirmed()) return false;
  const installation = await selectInstallation(ctx.db);
  if (installation) return !installation.isComplete;
  return (await selectRevisions(ctx.db)).length === 0;
}

/** The demo site with its keys; undefined where there is none, or one of its keys is gone. */
export async function readDemo(ctx: Context): Promise<InstalledDemo | undefined> {
  if (!ctx.snapshots.isConfirmed()) return undefined;
  const installation = await selectInstallation(ctx.db);
  const snapshot = installation?.isComplete && ctx.snapshots.site(installation.siteId);
  const keys = snapshot && (await readKeys(ctx, snapshot));
  return keys && { siteName, keys };
}

/**
 * Makes the demo site, or what an interrupted installation left out; a complete one is left as it
 * is. Returns when its events are folded, so that a worker must run. Throws `conflict` when
 * somebody's own site has its name, and `not_found` when it is complete and its keys are gone.
 */
export async function installDemo(
  ctx: Context,
  inbox: Inbox,
  say: Say = () => undefined,
): Promise<InstalledDemo> {
  return withInstallationLock(ctx.db, async () => {
    const installation = (await selectInstallation(ctx.db)) ?? (await begin(ctx, say));
    if (!installation.isComplete) return complete(ctx, inbox, installation, say);
    const demo = await readDemo(ctx);
    if (!demo) throw new ApiError('not_found', "The demo site's keys are gone.");
    return demo;
  });
}

async function begin(ctx: Context, say: Say): Promise<Installation> {
  say(`Making the demo site "${siteName}"`);
  await createSite(ctx, { name: siteName, vertical: 'E-commerce' }, demoActor);
  return (await selectInstallation(ctx.db))!;
}

/** Every step finds out what of it was done before. */
async function complete(
  ctx: Context,
  inbox: Inbox,
  { siteId, begunAt }: Installation,
  say: Say,
): Promise<InstalledDemo> {
  await ctx.snapshots.catchUp();
  const products = generateProducts(seed);
  say(`Putting a feed of ${products.length} products`);
  await installFeed(ctx, snapshotOf(ctx, siteId), products);
  say('Making three campaigns');
  await installCampaigns(ctx, siteId);
  const keys = await ensureKeys(ctx, snapshotOf(ctx, siteId));
  const entries = readVisits(ctx, snapshotOf(ctx, siteId), products, begunAt);
  say(`Reporting ${entries.length} events of its visitors`);
  await acceptEntries(ctx, inbox, snapshotOf(ctx, siteId).site.salt, entries);
  await untilFolded(ctx);
  await recomputeTotals(ctx, siteId);
  const entry = { siteId, actor: demoActor, action: completedAction, subject: siteName };
  await insertAudit(ctx.db, { ...entry, at: new Date(ctx.now()) });
  return { siteName, keys };
}

function snapshotOf(ctx: Context, siteId: number): SiteSnapshot {
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) throw new Error('the demo site is gone while it is made');
  return snapshot;
}

/** Items that are there already are not written again. */
async function installFeed(
  ctx: Context,
  { site, feeds }: SiteSnapshot,
  products: readonly Product[],
): Promise<void> {
  if (!feeds.some(({ id }) => id === feed.id)) await createFeed(ctx, site.id, feed, demoActor);
  const rows = products.map((row, at) => ({ line: at + 1, row }));
  await putItems(ctx, { site, feedId: feed.id }, rows);
}

async function installCampaigns(ctx: Context, siteId: number): Promise<void> {
  const who = { siteId, actor: demoActor };
  const audiences = await selectObjects(ctx.db, siteId, 'audience');
  const audience =
    audiences.find(({ name }) => name === phoneAudience.name) ??
    (await createObject(ctx, who, audienceKind, phoneAudience));
  const made = await selectCampaigns(ctx.db, siteId);
  for (const campaign of demoCampaigns(audience.id)) {
    const isLive = made.some(
      ({ selector, status }) => selector === campaign.selector && status === 'live',
    );
    if (!isLive) await applyCampaign(ctx, who, { ...campaign, status: 'live' });
  }
}

/**
 * The visitors' events as entries of the inbox. They are dated back from the day on which the
 * installation began, so that a repetition days later reports the same ones, which count once.
 */
function readVisits(
  ctx: Context,
  snapshot: SiteSnapshot,
  products: readonly Product[],
  begunAt: Date,
) {
  const collector = { key: { source: 'Server-side' as const }, snapshot };
  return generateVisitors(seed, products, begunAt.getTime())
    .flatMap(({ visits }) => visits)
    .flatMap((visit) => readEvents(ctx, collector, visit));
}

async function untilFolded(ctx: Context): Promise<void> {
  const last = await selectLastInboxId(ctx.db);
  const end = ctx.now() + foldingMs;
  while (ctx.now() < end && (await countInbox(ctx.db, last)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
