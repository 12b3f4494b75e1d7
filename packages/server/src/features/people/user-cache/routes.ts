// GET userprofile.
import { api } from '@attune/contract';
import type { Identifier } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { limitMisses } from '../../../http/rate-limits.ts';
import { type Route, route } from '../../../http/route.ts';
import { type GivenName, ownIdType, readName } from '../identity/index.ts';
import { rankBasis } from '../profiles/index.ts';
import type { IdentityObservation } from './resolve.ts';
import type { UserCache } from './user-cache.ts';

const nothing = { status: 200, text: '{}' };

/** Routes of users. */
export function userProfileRoutes(ctx: Context, users: UserCache): Route[] {
  const misses = limitMisses(ctx.metrics, ctx.buckets.of('profile-misses'));
  return [
    route(api.readProfile, async ({ caller: { key, snapshot }, query }) => {
      const identifier = readPersonQuery(snapshot, query);
      if (query.affinity !== 'true') return nothing;
      misses.check(key);
      const observed = observationOf(identifier);
      const { profile, isStale } = await users.find(snapshot.site, observed);
      if (isStale) {
        throw new ApiError('not_ready', 'The profile cannot be read at the moment.', {
          headers: { 'retry-after': '2' },
        });
      }
      const text = profile?.text(rankBasis(snapshot, ctx.now())) ?? '{}';
      if (text !== '{}') return { status: 200, text: `{"affinity":${text}}` };
      misses.count(key);
      return nothing;
    }),
  ];
}

/** A user who is looked for by one name. */
export function observationOf(name: Identifier): IdentityObservation {
  return name.type === ownIdType
    ? { device: name.value, identifiers: [] }
    : { device: undefined, identifiers: [name] };
}

/**
 * The person that a query names, or the device by its own id. Throws `invalid_query`, which lists
 * the site's types.
 */
export function readPersonQuery(snapshot: SiteSnapshot, given: GivenName): Identifier {
  const read = readName(snapshot, given, { type: '/query/cuidType', value: '/query/cuid' });
  if ('name' in read) return read.name;
  const errors = read.faults;
  const named = errors.map(({ pointer, detail }) => `${pointer.slice(7)} ${detail}`).join('; ');
  throw new ApiError('invalid_query', `The query is not valid: ${named}.`, { errors });
}
