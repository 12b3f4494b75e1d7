// Tells every site's channels that events wait too long: once, until none waits any more.
import type { Context } from '../../../context.ts';
import { mayTellAgain, notify } from '../../configuration/notifications/index.ts';
import { selectRevisions } from '../../configuration/sites/index.ts';

const type = 'events.backlog';
const occasion = 'a backlog';

interface Waiting {
  readonly waiting: number;
  readonly oldestMs: number;
}

/**
 * Returns a function that is told of each look. Every node may tell: the database knows that one
 * has.
 */
export function backlogTeller({ db, now }: Pick<Context, 'db' | 'now'>, lateMs: number) {
  let isTold: boolean | undefined;
  return async ({ waiting, oldestMs }: Waiting): Promise<void> => {
    const isLate = oldestMs > lateMs;
    const isOver = waiting === 0;
    if (isLate ? isTold === true : !isOver || isTold === false) return;
    const at = new Date(now());
    const data = { waitingSeconds: Math.floor(oldestMs / 1_000), waitingRows: waiting };
    for (const { id: siteId } of await selectRevisions(db)) {
      await db.transaction().execute(async (tx) => {
        if (isLate) await notify(tx, { siteId, at, occasion }, { type, data });
        else await mayTellAgain(tx, siteId, { type, occasion });
      });
    }
    isTold = isLate;
  };
}
