// What waits in the inbox: one event, and who it was said of.
import { type Event, type Identifier, partitionOf } from '@attune/core';
import type { Context } from '../../context.ts';
import { mintPersonId } from '../identity/index.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { InboxRow } from './inbox/store.ts';

export interface Entry {
  readonly siteId: number;
  readonly device: string | undefined;
  /** Verified names, the main one first. */
  readonly identifiers: readonly Identifier[];
  /** The person, where a decision that the event answers had settled who he is. */
  readonly person?: string | undefined;
  readonly event: Event;
}

/** An entry as the inbox keeps it. `salt` is the site's. */
export function toInboxRow(entry: Entry, salt: Buffer): InboxRow {
  const { siteId, device, identifiers, person, event } = entry;
  const [main] = identifiers;
  const user = person ?? device ?? (main && mintPersonId(salt, main));
  if (user === undefined) throw new Error('an entry names a device or a person');
  const text = JSON.stringify({ v: 1, device: device ?? null, identifiers, person, event });
  return { siteId, partition: partitionOf(user), text };
}

/** Reads an entry back. Throws for text that is none. */
export function fromInboxRow({ siteId, text }: Pick<InboxRow, 'siteId' | 'text'>): Entry {
  const kept = JSON.parse(text) as Omit<Entry, 'device'> & { v: number; device: string | null };
  if (kept.v !== 1) throw new Error(`an entry of unknown version ${kept.v}`);
  const { identifiers, person, event } = kept;
  return { siteId, device: kept.device ?? undefined, identifiers, person, event };
}

/** Makes entries of one site durable. */
export async function acceptEntries(
  ctx: Pick<Context, 'metrics'>,
  inbox: Inbox,
  salt: Buffer,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await inbox.accept(entries.map((entry) => toInboxRow(entry, salt)));
  ctx.metrics.eventsAccepted.inc(entries.length);
}
