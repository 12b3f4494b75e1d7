// Listens to changes of users: a node may use its cache only while it hears of them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { listen } from '../../../db/listen.ts';
import type { Db } from '../../../db/schema.ts';
import { presencePrefix, userChangesChannel } from '../../../db/user-changes.ts';
import type { Log } from '../../../log/log.ts';

export { nameHash, tellPresence } from '../../../db/user-changes.ts';

export interface UserChanges {
  /** Has everything been heard that was committed until 2 s ago? */
  readonly areFresh: () => boolean;
  /** Resolves when all has been heard that is committed now; rejects when that cannot be. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface UserChangesOptions {
  readonly target: DatabaseTarget;
  readonly db: Db;
  readonly log: Log;
  /** Called with user ids and names' hashes of a site. */
  readonly onChange: (siteId: string, changed: readonly string[]) => void;
  /** Called with what another node tells of a person on a device. */
  readonly onPresence: (text: string) => void;
  /** Called when anything may have changed unheard. */
  readonly onGap: () => void;
}

const beatMs = 500;
const freshMs = 2_000;

/**
 * Listens to changes, and to itself: each beat goes to PostgreSQL the way that changes do, and
 * arrives after all that was committed before it. A lost connection or a pooler that swallows
 * notifications shows in beats that stay away.
 */
export async function listenToChanges(needs: UserChangesOptions): Promise<UserChanges> {
  const { target, db, log, onChange, onPresence, onGap } = needs;
  /** Messages of this node: `beat`, its id, and the time of sending by its own clock. */
  const self = `beat ${randomUUID()}`;
  let heardAt = Number.NEGATIVE_INFINITY;
  let pending = false;
  const waiting = new Map<string, () => void>();
  const listener = await listen({
    target,
    channel: userChangesChannel,
    onMessage: (message) => {
      if (message.startsWith(self)) {
        heardAt = Math.max(heardAt, Number(message.split(' ')[2]));
        waiting.get(message)?.();
      } else if (message.startsWith(presencePrefix)) {
        onPresence(message.slice(presencePrefix.length));
      } else if (!message.startsWith('beat')) {
        const [siteId = '', ...changed] = message.split(' ');
        onChange(siteId, changed);
      }
    },
    onReconnect: onGap,
    log,
  });
  const send = (message: string) =>
    sql`select pg_notify(${userChangesChannel}, ${message})`.execute(db);
  const beat = async () => {
    if (pending) return;
    pending = true;
    await send(`${self} ${performance.now()}`).catch((error) =>
      log.debug({ err: error }, 'Changes of users cannot be confirmed'),
    );
    pending = false;
  };
  await beat();
  const timer = setInterval(beat, beatMs).unref();
  return {
    areFresh: () => performance.now() - heardAt < freshMs,
    async catchUp() {
      const message = `${self} ${performance.now()} ${randomUUID()}`;
      const heard = new Promise<void>((done) => waiting.set(message, done));
      try {
        await send(message);
        await heard;
      } finally {
        waiting.delete(message);
      }
    },
    stop: async () => {
      clearInterval(timer);
      await listener.close();
    },
  };
}
