// What waits in the inbox: events, a line each, and who they were said of.
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

/** The most entries of one row: what fails is tried again row by row. */
const mostInRow = 100;

/** Entries as the inbox keeps them: those of a partition together. `salt` is the site's. */
export function inboxRows(entries: readonly Entry[], salt: Buffer): InboxRow[] {
  const byPlace = new Map<
    string,
    { readonly siteId: number; readonly partition: number; lines: string[] }
  >();
  const rows: InboxRow[] = [];
  for (const entry of entries) {
    const partition = partitionOf(userOf(entry, salt));
    const place = `${entry.siteId} ${partition}`;
    const known = byPlace.get(place);
    const row = known ?? { siteId: entry.siteId, partition, lines: [] };
    if (!known) byPlace.set(place, row);
    row.lines.push(lineOf(entry));
    if (row.lines.length < mostInRow) continue;
    rows.push(rowOf(row));
    row.lines = [];
  }
  const rest = [...byPlace.values()].filter(({ lines }) => lines.length > 0);
  return [...rows, ...rest.map(rowOf)];
}

function rowOf(row: { siteId: number; partition: number; lines: readonly string[] }): InboxRow {
  const { siteId, partition, lines } = row;
  return { siteId, partition, text: lines.join('\n') };
}

/** Whose events are kept together. */
function userOf({ device, identifiers, person }: Entry, salt: Buffer): string {
  const [main] = identifiers;
  const user = person ?? device ?? (main && mintPersonId(salt, main));
  if (user === undefined) throw new Error('an entry names a device or a person');
  return user;
}

function lineOf({ device, identifiers, person, event }: Entry): string {
  return JSON.stringify({ v: 1, device: device ?? null, identifiers, person, event });
}

/** A row with one entry each for every entry of a row. */
export function splitRow<Row extends { readonly text: string }>(row: Row): Row[] {
  return row.text.split('\n').map((text) => ({ ...row, text }));
}

/** Reads entries back. Throws for text that is none. */
export function fromInboxRow({ siteId, text }: Pick<InboxRow, 'siteId' | 'text'>): Entry[] {
  return text.split('\n').map((line) => {
    const kept = JSON.parse(line) as Omit<Entry, 'device'> & { v: number; device: string | null };
    if (kept.v !== 1) throw new Error(`an entry of unknown version ${kept.v}`);
    const { identifiers, person, event } = kept;
    return { siteId, device: kept.device ?? undefined, identifiers, person, event };
  });
}

/** Makes entries of one site durable. */
export async function acceptEntries(
  ctx: Pick<Context, 'metrics'>,
  inbox: Inbox,
  salt: Buffer,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await inbox.accept(inboxRows(entries, salt));
  ctx.metrics.eventsAccepted.inc(entries.length);
}
