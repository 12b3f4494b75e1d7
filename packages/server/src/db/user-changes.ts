// Notifies nodes of changed users, so that they drop what they have cached.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** The channel; a message is a site's id and what changed of it, parted by spaces. */
export const userChangesChannel = 'attune_users';

/** How a message begins that is of no change, but of a person on a device. */
export const presencePrefix = 'presence ';

/** Tells all nodes of a person on a device, before a worker has it. */
export async function tellPresence(db: Db, presence: string): Promise<void> {
  await sql`select pg_notify(${userChangesChannel}, ${presencePrefix + presence})`.execute(db);
}

/** How it is called among changes that a device is a person's now; '': nobody's. */
export const settledAs = (device: string, personId: string) => `${device}=${personId}`;

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const mostBytes = 7_900;

/** How a name is called in messages: short, and not the name itself. */
export function nameHash({ type, value }: { type: string; value: string }): string {
  return hash('sha256', `${type}\n${value}`, 'base64url').slice(0, 22);
}

/** Notifies nodes of changed user ids and names' hashes, once the transaction is committed. */
export async function notifyUserChanges(
  tx: Db,
  siteId: number,
  changed: readonly string[],
): Promise<void> {
  const messages: string[] = [];
  let message = String(siteId);
  for (const one of new Set(changed)) {
    if (message.length + 1 + one.length > mostBytes) {
      messages.push(message);
      message = String(siteId);
    }
    message += ` ${one}`;
  }
  if (message.includes(' ')) messages.push(message);
  if (messages.length === 0) return;
  await sql`
    select pg_notify(${userChangesChannel}, message)
    from unnest(${messages}::text[]) as message`.execute(tx);
}
