// Gives a site another signing key: when it is asked to, and where it has none that opens.
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { insertAudit } from '../../audit/index.ts';
import { changeSite } from '../sites.ts';
import { raiseRevision, selectRevisions, selectSite } from '../store.ts';
import { hasOwnKey, newSigningKey } from './signing-keys.ts';
import {
  deleteOtherSigningKeys,
  deleteSigningKey,
  insertSigningKey,
  type SigningKeyRow,
  selectSigningKeys,
} from './store.ts';

/** By then every node knows it, and reads what another one has signed with it. */
const knownAfterMs = 10_000;
/** By then no node of the release before is left, which does not read what it signs. */
const upgradedAfterMs = 86_400_000;
/** More than these are dropped, the oldest first. */
const keysMost = 8;

/**
 * Makes a key that signs from now on. Earlier ones are still read, unless they are dropped: then
 * what they have signed counts no more, on pages that are open as well.
 */
export async function rotateSigningKey(
  ctx: Context,
  { siteId, dropEarlier }: { readonly siteId: number; readonly dropEarlier: boolean },
  actor: string,
): Promise<SigningKeyRow[]> {
  const change = {
    ...{ siteId, actor, action: 'site.rotate_signing_key', subject: 'signing key' },
    details: { dropEarlier },
  };
  return changeSite(ctx, change, async (tx) => {
    const key = await addKey(ctx, tx, siteId, dropEarlier ? 0 : knownAfterMs);
    if (dropEarlier) await deleteOtherSigningKeys(tx, siteId, key.id);
    return selectSigningKeys(tx, siteId);
  });
}

async function addKey(
  ctx: Context,
  tx: Db,
  siteId: number,
  afterMs: number,
): Promise<SigningKeyRow> {
  const site = (await selectSite(tx, siteId))!;
  const before = await selectSigningKeys(tx, siteId);
  const key = newSigningKey(ctx.secrets, site, before, new Date(ctx.now() + afterMs));
  await insertSigningKey(tx, siteId, key);
  for (const { id } of before.slice(keysMost - 1)) await deleteSigningKey(tx, siteId, id);
  return key;
}

/**
 * Gives a key to each site that has none which the master key opens: sites of the release before,
 * a day later, and all of them at once where the master key was lost.
 */
export async function ensureSigningKeys(ctx: Context): Promise<void> {
  for (const { id: siteId } of await selectRevisions(ctx.db)) {
    if (await hasKey(ctx, ctx.db, siteId)) continue;
    await ctx.db.transaction().execute(async (tx) => {
      // Locks the site: another node does the same.
      await raiseRevision(tx, siteId);
      if (await hasKey(ctx, tx, siteId)) return;
      const before = await selectSigningKeys(tx, siteId);
      const isLost = before.some(({ secret }) => secret !== null);
      await addKey(ctx, tx, siteId, isLost ? 0 : upgradedAfterMs);
      const at = new Date(ctx.now());
      const what = { action: 'site.rotate_signing_key', subject: 'signing key' };
      await insertAudit(tx, { siteId, at, actor: 'attune', ...what, details: { isLost } });
      if (!isLost) return;
      ctx.log.warn(
        { siteId },
        'SECRET_KEY does not open the signing keys of this site: it has a new one, and decision ' +
          'ids of before cannot be read',
      );
    });
  }
}

async function hasKey({ secrets }: Context, db: Db, siteId: number): Promise<boolean> {
  const site = await selectSite(db, siteId);
  return !site || hasOwnKey(secrets, site, await selectSigningKeys(db, siteId));
}
