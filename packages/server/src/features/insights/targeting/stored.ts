// What a condition says of users as they are stored, without a request.
import { compilePartly, parsePath } from '@attune/core';
import { type Context, noClient, type SiteSnapshot } from '../../../context.ts';
import { rankBasis } from '../../people/profiles/index.ts';
import { noProducts } from '../../people/visits/index.ts';
import { type Visitor, VisitorAttributes } from '../../serving/choose/index.ts';
import type { SampledUser } from './sample.ts';

/** What only a request has; everything else is known of a stored user, or that it is missing. */
const ofRequests = new Set([
  ...['session', 'page', 'referrer', 'device', 'geo', 'channel', 'pageAttributes', 'cart', 'time'],
]);
const isKnown = (path: string) => {
  const [root = '', name] = parsePath(path);
  return !ofRequests.has(root) && !(root === 'user' && name === 'consent');
};

/** A test of stored users, undefined where a request would decide; and what it cannot know. */
export function testOfStored(
  ctx: Pick<Context, 'now'>,
  snapshot: SiteSnapshot,
  condition: unknown,
  audiences: ReadonlyMap<number, unknown>,
): { test: (user: SampledUser) => boolean | undefined; unknown: Iterable<string> } {
  const { test, unknown } = compilePartly(condition, { audiences }, isKnown);
  const visitorOf = visitors(ctx, snapshot);
  return { test: (user) => test(new VisitorAttributes(visitorOf(user), {})), unknown };
}

/** Stored users as they would come now, with an empty request. */
function visitors(
  ctx: Pick<Context, 'now'>,
  snapshot: SiteSnapshot,
): (user: SampledUser) => Visitor {
  const now = ctx.now();
  const { features, settings } = snapshot.site;
  const basis = features.includes('affinity') ? rankBasis(snapshot, now) : undefined;
  const campaigns = snapshot.campaignsBySelector;
  const rest = { isNew: false, consent: undefined, session: '', basis, campaigns, now };
  const { timeZone } = settings;
  const from = { timeZone, client: noClient, geo: { find: () => undefined }, isDirect: false };
  return (user) => ({ ...user, ...rest, ...from, valuesOf: noProducts });
}
