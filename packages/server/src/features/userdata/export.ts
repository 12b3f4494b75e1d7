// Everything known of a person, as JSON.
import { affinityAttributes, decodeEvent, type Identifier } from '@attune/core';
import type { Context, SiteSnapshot } from '../../context.ts';
import { insertAudit } from '../audit/index.ts';
import { allEventsOf } from '../events/index.ts';
import { selectIdentifiers, selectPerson, selectUserIds } from '../identity/index.ts';
import { loadProfile, rankAffinity } from '../profiles/index.ts';
import { traceOfName } from './traces/index.ts';

/**
 * Gathers what is known of a person; empty lists when he is not known. The audit log has it by the
 * trace of his name.
 */
export async function exportPerson(
  ctx: Context,
  snapshot: SiteSnapshot,
  who: Identifier,
  actor: string,
) {
  const { id: siteId, settings, salt } = snapshot.site;
  const at = new Date(ctx.now());
  const subject = traceOfName(salt, who);
  await insertAudit(ctx.db, { siteId, at, actor, action: 'user.export', subject });
  const person = { cuid: who.value, cuidType: who.type };
  const personId = await selectPerson(ctx.db, siteId, who);
  if (personId === undefined) {
    return { person, identifiers: [], userIds: [], affinity: {}, events: [] };
  }
  const userIds = await selectUserIds(ctx.db, siteId, personId, null);
  // What he is told of his affinity is what personalisation goes by, which sums fewer devices.
  const summed = await selectUserIds(ctx.db, siteId, personId);
  const profile = await loadProfile(ctx.db, siteId, summed);
  const ranked = rankAffinity(ctx, snapshot, profile, settings.affinity);
  const rows = await allEventsOf(ctx.db, siteId, userIds);
  return {
    person,
    identifiers: await selectIdentifiers(ctx.db, siteId, personId),
    userIds,
    affinity: affinityAttributes(
      () => [...ranked.keys()],
      (property) => ranked.get(property) ?? [],
    ).toJSON(),
    events: rows.map(({ time, kind, userId, data }) => {
      const { id, time: _time, kind: _kind, name, ...facts } = decodeEvent(JSON.parse(data)).event;
      return { time: time.toISOString(), kind, name, userId, facts: { eventId: id, ...facts } };
    }),
  };
}
