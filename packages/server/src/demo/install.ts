// Installs the demo site of the first start; an installation that was interrupted is completed.

import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { insertAudit } from '../features/configuration/audit/index.ts';
import { createSite, selectRevisions } from '../features/configuration/sites/index.ts';
import type { Inbox } from '../features/events/collect/index.ts';
import { cartSelectors, recommendingSelector, testSelectors } from './campaigns.ts';
import { acceptHistory } from './history.ts';
import { ensureKeys, type KeyValues, readKeys } from './keys.ts';
import { generateProducts } from './products.ts';
import { generateShoppers, historyDays } from './shoppers.ts';
import {
  acceptVisits,
  ensureCampaigns,
  ensureFeed,
  ensureJournal,
  finishFolding,
} from './steps.ts';
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

/** Called with what is being done, as text for a terminal. */
type Say = (words: string) => void;

const siteName = 'demo';
/** Another one is another shop; with this one each clear preference finds products of its brand. */
const seed = 'demo-1';

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
  if (!installation?.isComplete) return undefined;
  const keys = await readKeys(ctx, installation.siteId);
  return keys && { siteName, keys };
}

/**
 * Makes the demo site, or what an interrupted installation left out; a complete one is left as it
 * is. Waits for the worker, which must be running, to fold the visitors' events, so that profiles
 * are there when it returns. Throws `conflict` when a site of the operator has the name, and
 * `not_found` when the demo is complete and a key of it was deleted.
 */
export async function installDemo(
  ctx: Context,
  inbox: Inbox,
  say: Say = () => undefined,
): Promise<InstalledDemo> {
  const siteId = await withInstallationLock(ctx.db, async () => {
    const installation = (await selectInstallation(ctx.db)) ?? (await begin(ctx));
    if (installation.isComplete) return undefined;
    await complete(ctx, inbox, installation, say);
    return installation.siteId;
  });
  if (siteId !== undefined) await finishFolding(ctx, siteId);
  const demo = await readDemo(ctx);
  if (!demo) throw new ApiError('not_found', 'A key of the demo site was deleted.');
  return demo;
}

async function begin(ctx: Context): Promise<Installation> {
  await createSite(ctx, { name: siteName, vertical: 'E-commerce' }, demoActor);
  const begun = await selectInstallation(ctx.db);
  if (!begun) throw new Error('the demo site was made without its audit entry');
  return begun;
}

/** Does every step, each of which does nothing where it was done before. */
async function complete(
  ctx: Context,
  inbox: Inbox,
  { siteId, begunAt }: Installation,
  say: Say,
): Promise<void> {
  await ctx.snapshots.catchUp();
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) throw new Error('the demo site is gone');
  const products = generateProducts(seed);
  // Dated back from the day on which it began: a repetition days later reports the same events.
  const visitors = generateVisitors(seed, products, begunAt.getTime());
  say(`Making the site "${siteName}": ${products.length} products, ${visitors.length} visitors`);
  await ensureFeed(ctx, snapshot, products);
  const dayMs = 86_400_000;
  const liveFrom = begunAt.getTime() - (historyDays + 1) * dayMs;
  await ensureCampaigns(ctx, snapshot, liveFrom);
  await ensureJournal(ctx, snapshot, liveFrom);
  await ensureKeys(ctx, snapshot);
  await acceptVisits(ctx, inbox, snapshot, visitors);
  const shoppers = generateShoppers(seed, begunAt.getTime());
  const present = ctx.snapshots.site(siteId) ?? snapshot;
  const selectors = { selectors: [...testSelectors, recommendingSelector], inCart: cartSelectors };
  await acceptHistory(ctx, inbox, present, { shoppers, products, ...selectors });
  const entry = { siteId, actor: demoActor, action: completedAction, subject: siteName };
  await insertAudit(ctx.db, { ...entry, at: new Date(ctx.now()) });
}
