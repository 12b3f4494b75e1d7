// GET userprofile.
import { api, type Fault } from '@attune/contract';
import { affinityText, type Identifier, normaliseIdentifier } from '@attune/core';
import type { Context, SiteSnapshot } from '../../context.ts';
import { type Route, route } from '../../http/route.ts';
import { ApiError } from '../../refusal.ts';
import { checkNamed } from '../identity/index.ts';
import { readPersonAffinity } from './profiles.ts';

const nothing = { status: 200, text: '{}' };

/** Routes of profiles. */
export function profileRoutes(ctx: Context): Route[] {
  return [
    route(api.readProfile, async ({ caller: { snapshot }, query }) => {
      const identifier = readPersonQuery(snapshot, query);
      if (query.affinity !== 'true') return nothing;
      const ranked = await readPersonAffinity(ctx, snapshot, identifier);
      if (!ranked || ranked.size === 0) return nothing;
      return { status: 200, text: `{"affinity":${affinityText(ranked)}}` };
    }),
  ];
}

/** The person that a query names. Throws `invalid_query`, which lists the site's types. */
export function readPersonQuery(
  snapshot: SiteSnapshot,
  { cuid, cuidType }: { cuid: string; cuidType: string },
): Identifier {
  const faults: readonly Fault[] = checkNamed(snapshot, cuidType, cuid, {
    type: '/query/cuidType',
    value: '/query/cuid',
  });
  if (faults.length > 0) {
    const named = faults.map(({ pointer, detail }) => `${pointer.slice(7)} ${detail}`).join('; ');
    throw new ApiError('invalid_query', `The query is not valid: ${named}.`, { errors: faults });
  }
  return normaliseIdentifier({ type: cuidType, value: cuid });
}
