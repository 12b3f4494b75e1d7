// Changing teammates' edits of a person's affinity: audited, and notified to every node.
import type { AffinityEditsInput, Fault } from '@attune/contract';
import {
  type AffinityEdit,
  checkAffinityEdit,
  dayOf,
  type Identifier,
  mostEdits,
} from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import type { Context, SiteSnapshot, Who } from '../../../context.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { lockEdits, updateEdits } from '../../people/attributes/index.ts';
import { pseudonymOf } from '../../people/pseudonyms/index.ts';

export type EditsWanted = AffinityEditsInput;
type Place = Pick<AffinityEdit, 'property' | 'value'>;

const keyOf = ({ property, value }: Place) => JSON.stringify([property, value]);

/**
 * Sets and removes edits of a person: all of it or nothing. The audit log, from which nothing is
 * ever taken, has the person by the trace of their name, and not their values. Throws
 * `invalid_request` with every error.
 */
export async function changeEdits(
  ctx: Context,
  { siteId, actor }: Who,
  snapshot: SiteSnapshot,
  person: { readonly userId: string; readonly name: Identifier },
  { set = [], remove = [] }: EditsWanted,
): Promise<void> {
  const errors: Fault[] = set.flatMap((edit, at) => checkAffinityEdit(edit, `/set/${at}`));
  refuseInvalid(errors);
  const now = ctx.now();
  const at = new Date(now);
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockEdits(tx, siteId, person.userId, at);
    const edits = new Map(before.map((edit) => [keyOf(edit), edit]));
    for (const place of remove) edits.delete(keyOf(place));
    for (const edit of set) edits.set(keyOf(edit), { ...edit, day: dayOf(now) });
    if (edits.size > mostEdits) {
      const detail = `makes more than ${mostEdits} edits of this person; remove some`;
      refuseInvalid([{ pointer: '/set', detail }]);
    }
    const after = [...edits.values()];
    await updateEdits(tx, siteId, person.userId, after, at);
    const subject = pseudonymOf(snapshot.site.salt, person.name);
    const named = set.map(({ property, action }) => ({ property, action }));
    const details = { set: named, removed: remove.map(({ property }) => ({ property })) };
    await insertAudit(tx, { siteId, at, actor, action: 'user.affinity', subject, details });
  });
}
