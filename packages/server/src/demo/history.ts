// Plays the shoppers' visits: decided as choose decides, and recorded as it records.
import { attributesRead } from '@attune/core';
import type { Context, SiteSnapshot } from '../context.ts';
import {
  exposureLines,
  type Inbox,
  type Line,
  linesOf,
  readEvents,
} from '../features/events/collect/index.ts';
import { userIdOf } from '../features/people/identity/index.ts';
import { type Decided, decideOne, exposuresOfAll } from '../features/serving/choose/index.ts';
import { buys, type Shopper } from './shoppers.ts';

/** Bought an hour after the visit. */
const orderAfterMs = 3_600_000;
const linesAtOnce = 1_000;

/** Makes the exposures of some campaigns and the purchases that follow durable. */
export async function acceptHistory(
  ctx: Context,
  inbox: Inbox,
  snapshot: SiteSnapshot,
  { shoppers, selectors }: { shoppers: readonly Shopper[]; selectors: readonly string[] },
): Promise<void> {
  const lines = shoppers.flatMap((shopper) => linesOfVisit(ctx, snapshot, shopper, selectors));
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    await inbox.accept(lines.slice(at, at + linesAtOnce));
  }
}

function linesOfVisit(
  ctx: Context,
  snapshot: SiteSnapshot,
  shopper: Shopper,
  selectors: readonly string[],
): Line[] {
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
  const exposures = exposuresOfAll(decided);
  const shown = decided.flatMap(({ decision }) =>
    decision.variation ? [decision.variation.name] : [],
  );
  const given = {
    ...{ device, identifiers: [], request: units.request, session: units.session },
    ...{ time: shopper.at, revision: site.revision, values: '', isInternal: false },
    visitor: { device: type, isReturning: shopper.isReturning },
  };
  return [
    ...(exposures.length > 0 ? exposureLines(site, given, exposures) : []),
    ...(buys(shopper, shown) ? purchaseLines(ctx, snapshot, shopper) : []),
  ];
}

function purchaseLines(ctx: Context, snapshot: SiteSnapshot, { id, at, cents }: Shopper): Line[] {
  const properties = {
    ...{ svcType: 'purchase-v1' as const, currency: 'USD', cart: [] },
    ...{ value: cents / 100, uniqueTransactionId: `demo-order-${id}` },
  };
  const timestamp = new Date(at + orderAfterMs).toISOString();
  const event = { name: 'Purchase', timestamp, eventId: `demo-${id}-purchase`, properties };
  const collector = { key: { source: 'Server-side' as const }, snapshot };
  const request = { user: { id }, session: { custom: `${id}-visit` }, events: [event] };
  return linesOf(readEvents(ctx, collector, request).entries, snapshot.site.salt);
}
