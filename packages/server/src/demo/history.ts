// Plays the shoppers' visits: decided as choose decides, and recorded as it records.
import { attributesRead } from '@attune/core';
import type { Context, SiteSnapshot } from '../context.ts';
import {
  type Exposure,
  exposureLines,
  type Inbox,
  type Line,
  linesOf,
  readEvents,
} from '../features/events/collect/index.ts';
import { userIdOf } from '../features/people/identity/index.ts';
import { type Decided, decideOne, exposuresOfAll } from '../features/serving/choose/index.ts';
import type { Product } from './products.ts';
import { type Random, seededRandom } from './random.ts';
import { drawCart, drawList, type ShownList } from './recommended.ts';
import { buys, type Shopper } from './shoppers.ts';

/** Bought an hour after the visit. */
const orderAfterMs = 3_600_000;
const clickAfterMs = 20_000;
const linesAtOnce = 1_000;
/** The variation whose items differ by shopper. */
const byTaste = 'For you';

/** The shoppers, what the shop has, and the campaigns on their way, by selector. */
export interface History {
  readonly shoppers: readonly Shopper[];
  readonly products: readonly Product[];
  readonly selectors: readonly string[];
  /** Those that are in the cart. */
  readonly inCart: readonly string[];
}

/** Makes the exposures of some campaigns, clicks and the purchases that follow durable. */
export async function acceptHistory(
  ctx: Context,
  inbox: Inbox,
  snapshot: SiteSnapshot,
  history: History,
): Promise<void> {
  const { shoppers } = history;
  const lines = shoppers.flatMap((shopper) => linesOfVisit(ctx, snapshot, shopper, history));
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    await inbox.accept(lines.slice(at, at + linesAtOnce));
  }
}

function linesOfVisit(
  ctx: Context,
  snapshot: SiteSnapshot,
  shopper: Shopper,
  history: History,
): Line[] {
  const { selectors } = history;
  const { site, campaignsBySelector } = snapshot;
  const device = userIdOf(site.salt, shopper.id);
  const type = shopper.isOnPhone ? 'mobile' : 'desktop';
  const units = {
    ...{ device, person: device, accounts: {} },
    ...{ session: `${shopper.id}-visit`, request: `demo-${shopper.id}` },
  };
  const basis = {
    ...{ now: shopper.at, units, assigned: () => undefined, lacksConsent: false },
    attributes: attributesRead({ 'device.type': type }),
    who: { ids: [device], names: [] },
  };
  const decided = selectors.flatMap((selector): Decided[] => {
    const campaign = campaignsBySelector.get(selector);
    return campaign?.published ? [decideOne(basis, { campaign, preview: undefined })] : [];
  });
  const shown = decided.flatMap(({ decision }) =>
    decision.variation ? [decision.variation.name] : [],
  );
  const isBuying = buys(shopper, shown);
  const random = seededRandom(`${shopper.id}/recommended`);
  const given = exposuresOfAll(decided).map((exposure): Exposure & Partial<ShownList> => {
    const list = listOf(random, decided, exposure, history, isBuying);
    return { ...exposure, ...list };
  });
  const exposures = given.map(({ clicked: _, ...exposure }) => exposure);
  const lists = given.filter((one): one is Exposure & ShownList => one.clicked !== undefined);
  const to = {
    ...{ device, identifiers: [], request: units.request, session: units.session },
    ...{ time: shopper.at, revision: site.revision, values: '', isInternal: false },
    visitor: { device: type, isReturning: shopper.isReturning },
  };
  return [
    ...(exposures.length > 0 ? exposureLines(site, to, exposures) : []),
    ...lists.flatMap((one) => clickLines(snapshot, { ...to, device }, one)),
    ...(isBuying
      ? purchaseLines(ctx, snapshot, shopper, drawCart(random, history.products, lists))
      : []),
  ];
}

/** What a campaign that recommends shows; undefined of others. */
function listOf(
  random: Random,
  decided: readonly Decided[],
  { campaignId, variationId }: Exposure,
  { products, inCart }: History,
  isBuying: boolean,
): ShownList | undefined {
  const one = decided.find(({ compiled }) => compiled.definition.id === campaignId);
  const { variation } = one?.decision ?? {};
  if (!one || variation?.id !== variationId) return undefined;
  const { selector, type } = one.compiled.definition;
  if (type !== 'recommendations') return undefined;
  const isInCart = inCart.includes(selector);
  const isByTaste = !isInCart || variation.name === byTaste;
  const payload = variation.payload as { strategy: number; slots: number };
  return drawList(random, products, payload, { isInCart, isByTaste, isBuying });
}

interface Clicker {
  readonly device: string;
  readonly request: string;
  readonly session: string;
  readonly time: number;
}

/** Clicks as engagements are recorded. */
function clickLines(
  { site }: SiteSnapshot,
  { device, request, session, time }: Clicker,
  { campaignId, experienceId, variationId, list, recommended, clicked }: Exposure & ShownList,
): Line[] {
  const { slots: _, hasFallback: _has, ...by } = list;
  const entries = clicked.map((slot) => {
    const id = `click:${request}:${variationId}:${slot}`;
    const of = { campaignId, experienceId, variationId, sku: recommended[slot]![1] };
    const event = {
      ...{ id, session, kind: 'click' as const, name: 'click', ...of },
      ...{ time: time + (slot + 1) * clickAfterMs, slot: { ...by, at: slot } },
    };
    return { siteId: site.id, device, identifiers: [], event };
  });
  return linesOf(entries, site.salt);
}

function purchaseLines(
  ctx: Context,
  snapshot: SiteSnapshot,
  { id, at, cents }: Shopper,
  skus: readonly string[],
): Line[] {
  const cart = skus.map((productId) => ({ productId, quantity: 1 }));
  const properties = {
    ...{ svcType: 'purchase-v1' as const, currency: 'USD', cart },
    ...{ value: cents / 100, uniqueTransactionId: `demo-order-${id}` },
  };
  const timestamp = new Date(at + orderAfterMs).toISOString();
  const event = { name: 'Purchase', timestamp, eventId: `demo-${id}-purchase`, properties };
  const collector = { key: { source: 'Server-side' as const }, snapshot };
  const request = { user: { id }, session: { custom: `${id}-visit` }, events: [event] };
  return linesOf(readEvents(ctx, collector, request).entries, snapshot.site.salt);
}
