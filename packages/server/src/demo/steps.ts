// The steps of the demo's installation: each finds out what of it was done before.
import type { ReportedEvent } from '@attune/contract';
import type { Context, SiteSnapshot } from '../context.ts';
import { createFeed, putItems } from '../features/catalog/feeds/index.ts';
import { readJournalEntry, writeJournalEntry } from '../features/configuration/journal/index.ts';
import {
  acceptEntries,
  countInbox,
  type Inbox,
  readEvents,
} from '../features/events/collect/index.ts';
import { selectCampaigns } from '../features/experiences/campaigns/index.ts';
import { importExperiences } from '../features/operations/experience-files/index.ts';
import { recomputeTotals } from '../features/people/profiles/index.ts';
import { demoFiles, hypotheses } from './campaigns.ts';
import type { Product } from './products.ts';
import { demoActor } from './store.ts';
import type { Visitor } from './visitors.ts';

const feed = { id: '777', name: 'Demo shop', affinity: ['categories', 'color', 'brand'] };
/** Far beyond what folding takes; what is left then is folded behind the running server. */
const foldingMs = 20_000;
const lookMs = 50;

/** The feed with its items; those that are there already are not written again. */
export async function ensureFeed(
  ctx: Context,
  { site, feeds }: SiteSnapshot,
  products: readonly Product[],
): Promise<void> {
  if (!feeds.some(({ id }) => id === feed.id)) await createFeed(ctx, site.id, feed, demoActor);
  const rows = products.map((row, at) => ({ line: at + 1, row }));
  await putItems(ctx, { site, feedId: feed.id }, rows);
}

/** The audience, and the campaigns that are not live yet: as if they had been for a while. */
export async function ensureCampaigns(
  ctx: Context,
  { site }: SiteSnapshot,
  liveFrom: number,
): Promise<void> {
  const siteId = site.id;
  const who = { siteId, actor: demoActor };
  const rows = await selectCampaigns(ctx.db, siteId);
  const live = rows.filter(({ status }) => status === 'live').map(({ selector }) => selector);
  for (const files of demoFiles) {
    const campaigns = files.campaigns
      .filter(({ selector }) => !live.includes(selector))
      .map((campaign) => ({ ...campaign, status: 'live' as const }));
    if (campaigns.length === 0) continue;
    await importExperiences({ ...ctx, now: () => liveFrom }, who, { ...files, campaigns });
  }
}

/** The hypotheses of tests in the journal, where nothing was written yet. */
export async function ensureJournal(
  ctx: Context,
  { site }: SiteSnapshot,
  writtenAt: number,
): Promise<void> {
  const who = { siteId: site.id, actor: demoActor };
  for (const { id, selector } of await selectCampaigns(ctx.db, site.id)) {
    const hypothesis = hypotheses[selector];
    const { changedAt } = await readJournalEntry(ctx, site.id, id);
    if (hypothesis === undefined || changedAt !== null) continue;
    const entry = { hypothesis, owner: '', conclusion: '', decision: null };
    await writeJournalEntry({ ...ctx, now: () => writtenAt }, who, id, entry);
  }
}

/** Makes the visitors' events durable, all or none; those that are known already do not count. */
export async function acceptVisits(
  ctx: Context,
  inbox: Inbox,
  snapshot: SiteSnapshot,
  visitors: readonly Visitor[],
): Promise<void> {
  const collector = { key: { source: 'Server-side' as const }, snapshot };
  const entries = visitors
    .flatMap(({ visits }) => visits)
    .flatMap(({ events, ...visit }) => {
      const reported = events as readonly ReportedEvent[];
      return readEvents(ctx, collector, { ...visit, events: [...reported] }).entries;
    });
  await acceptEntries(ctx, inbox, snapshot.site.salt, entries);
}

/** Waits until the worker has folded what was accepted, and sums up what the site likes. */
export async function finishFolding(ctx: Context, siteId: number): Promise<void> {
  const last = await ctx.inbox.mark();
  const end = ctx.now() + foldingMs;
  while (ctx.now() < end && (await countInbox(ctx.db, last)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  await recomputeTotals(ctx, siteId);
}
