// Everything known of a person, as JSON.
import { affinityAttributes, decodeEvent, type Identifier } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { selectObjects } from '../../configuration/versioned-objects/index.ts';
import { allEventsOf } from '../../events/collect/index.ts';
import { attributesOf, editsOf, selectAttributes } from '../../people/attributes/index.ts';
import { selectIdentifiers, selectPerson, selectUserIds } from '../../people/identity/index.ts';
import { selectListsOf } from '../../people/lists/index.ts';
import { loadProfile, rankAffinity } from '../../people/profiles/index.ts';
import { pseudonymOf } from '../../people/pseudonyms/index.ts';

/**
 * Gathers what is known of a person; empty lists when they are not known. The audit log has it by
 * the trace of their name.
 */
export async function exportPerson(
  ctx: Context,
  snapshot: SiteSnapshot,
  who: Identifier,
  actor: string,
) {
  const { id: siteId, settings, salt } = snapshot.site;
  const at = new Date(ctx.now());
  const subject = pseudonymOf(salt, who);
  await insertAudit(ctx.db, { siteId, at, actor, action: 'user.export', subject });
  const person = { cuid: who.value, cuidType: who.type };
  const personId = await selectPerson(ctx.db, siteId, who);
  if (personId === undefined) {
    const lists = await listsOf(ctx, siteId, [who], []);
    const found = await selectAttributes(ctx.db, [], [{ siteId, ...who }]);
    const entries = found.flatMap((one) => one.entries);
    const told = { lists, attributes: attributesOf(entries), affinityEdits: [] };
    return { person, identifiers: [], userIds: [], ...told, affinity: {}, events: [] };
  }
  const userIds = await selectUserIds(ctx.db, siteId, personId, null);
  // The exported affinity is what personalisation goes by, which sums fewer devices.
  const summed = await selectUserIds(ctx.db, siteId, personId);
  const profile = await loadProfile(ctx.db, siteId, summed);
  const found = await selectAttributes(ctx.db, [{ siteId, id: personId }], [{ siteId, ...who }]);
  const entries = found.flatMap((one) => one.entries);
  const edits = editsOf(entries);
  const ranked = rankAffinity(ctx, snapshot, profile, settings.affinity, edits);
  const rows = await allEventsOf(ctx.db, siteId, userIds);
  const identifiers = await selectIdentifiers(ctx.db, siteId, personId);
  return {
    person,
    identifiers,
    userIds,
    lists: await listsOf(ctx, siteId, [who, ...identifiers], userIds),
    attributes: attributesOf(entries),
    affinityEdits: edits.map(({ day, ...edit }) => ({ ...edit, on: dateOf(day) })),
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

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The lists that a person is on, as they are called. */
async function listsOf(
  ctx: Context,
  siteId: number,
  names: readonly Identifier[],
  userIds: readonly string[],
): Promise<{ id: number; name: string }[]> {
  const ids = new Set(await selectListsOf(ctx.db, siteId, names, userIds));
  if (ids.size === 0) return [];
  const audiences = await selectObjects(ctx.db, siteId, 'audience');
  return audiences.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name }));
}
