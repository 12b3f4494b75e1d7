// Tells a site's channels of keys that are about to expire: a week before, and a day before.
import type { Context } from '../../../context.ts';
import { notify } from '../../configuration/notifications/index.ts';
import { selectRevisions } from '../../configuration/sites/index.ts';
import { type ExpiringKey, selectExpiringKeys } from './store.ts';

const dayMs = 86_400_000;
/** The last that has begun is told. */
const noticesDays = [7, 1];
const mostKeys = 1_000;

/** Tells of each key once for each notice. */
export async function tellExpiringKeys({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const from = new Date(now());
  const to = new Date(from.getTime() + noticesDays[0]! * dayMs);
  for (const { id: siteId } of await selectRevisions(db)) {
    for (const key of await selectExpiringKeys(db, siteId, { from, to }, mostKeys)) {
      const occasion = occasionOf(key, from);
      const data = { keyId: key.id, keyName: key.name, expiresAt: key.expiresAt.toISOString() };
      await db
        .transaction()
        .execute((tx) =>
          notify(tx, { siteId, at: from, occasion }, { type: 'key.expiring', data }),
        );
    }
  }
}

function occasionOf({ id, expiresAt }: ExpiringKey, now: Date): string {
  const leftDays = (expiresAt.getTime() - now.getTime()) / dayMs;
  const notice = noticesDays.findLast((days) => leftDays <= days);
  return `key ${id}, ${expiresAt.toISOString()}, ${notice} days before`;
}
