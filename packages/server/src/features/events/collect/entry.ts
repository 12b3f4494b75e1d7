// What waits in the inbox: events, a line each, and the users that they were reported of.
import { type Event, type Identifier, partitionOf } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Withdrawal } from '../../people/erasures/index.ts';
import { generatePersonId } from '../../people/identity/index.ts';
import {
  type Exposure,
  exposuresIn,
  type Given,
  type StoredExposures,
  textOfExposures,
} from './exposures.ts';
import type { InboxLine } from './inbox/batch.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { WaitingRow } from './inbox/store.ts';
import { readWithdrawal, type StoredWithdrawal } from './withdrawals.ts';

export interface Entry {
  readonly siteId: number;
  readonly device: string | undefined;
  /** Verified names, the main one first. */
  readonly identifiers: readonly Identifier[];
  /** The person, where a decision that the event answers had already identified them. */
  readonly person?: string | undefined;
  readonly event: Event;
  /** When it was taken in, in ms since the epoch; absent: at its event's time. */
  readonly at?: number | undefined;
  /** The import that it is from, which counts what becomes of it. */
  readonly importId?: string | undefined;
}

/** Text of the inbox: what one user did or was given, on a line of its own. */
export interface Line extends InboxLine {
  /** How many events it has. */
  readonly events: number;
}

/** As one of the site's own people has made it: nothing is learned from it. */
export const asInternal = (entry: Entry): Entry => ({
  ...entry,
  event: { ...entry.event, isInternal: true },
});

/** Entries as lines, taken in at a time. `salt` is the site's. */
export function linesOf(entries: readonly Entry[], salt: Buffer, takenAt?: number): Line[] {
  return entries.map((entry) => {
    const { siteId, device, identifiers, person, event, importId } = entry;
    const at = entry.at ?? (identifiers.length > 0 ? takenAt : undefined);
    const user = { device: device ?? null, identifiers, person };
    const text = JSON.stringify({ v: 1, ...user, event, at, importId });
    return { siteId, partition: partitionOf(userOf(entry, salt)), text, events: 1 };
  });
}

/**
 * The exposures of a request, at least one, as a line; what was withheld from users who are held
 * out is on a line of its own. `salt` is the site's.
 */
export function exposureLines(
  { id: siteId, salt }: { readonly id: number; readonly salt: Buffer },
  to: Given,
  exposures: readonly Exposure[],
): Line[] {
  const partition = partitionOf(userOf(to, salt));
  const lineOf = (some: readonly Exposure[]) => ({
    ...{ siteId, partition },
    text: textOfExposures(to, some),
    events: some.length,
  });
  if (!exposures.some(isWithheld)) return [lineOf(exposures)];
  const given = exposures.filter((one) => !isWithheld(one));
  const withheld = lineOf(exposures.filter(isWithheld));
  return given.length === 0 ? [withheld] : [lineOf(given), withheld];
}

const isWithheld = ({ holdoutId }: Exposure) => holdoutId !== undefined;

/** Whose events are stored together: a person's, a device's, or a name's. */
function userOf(
  { device, identifiers, person }: Pick<Entry, 'device' | 'identifiers' | 'person'>,
  salt: Buffer,
): string {
  const [main] = identifiers;
  const user = person ?? device ?? (main && generatePersonId(salt, main));
  if (user === undefined) throw new Error('an entry names a device or a person');
  return user;
}

/** A row with one line each for every line of a row. */
export function splitRow<Row extends { readonly text: string }>(row: Row): Row[] {
  return row.text.split('\n').map((text) => ({ ...row, text }));
}

/** Reads entries and withdrawals back. Throws for text that is none. */
export function fromInboxRow({
  siteId,
  text,
}: Pick<WaitingRow, 'siteId' | 'text'>): (Entry | Withdrawal)[] {
  return text.split('\n').flatMap((line): (Entry | Withdrawal)[] => {
    const stored = JSON.parse(line) as StoredEvent | StoredExposures | StoredWithdrawal;
    if (stored.v === 4) return [readWithdrawal(stored)];
    const { identifiers, person } = stored;
    const device = stored.device ?? undefined;
    const { at, importId } = stored.v === 1 ? stored : {};
    const user = { siteId, device, identifiers, person };
    return eventsOf(stored).map((event) => ({ ...user, event, at, importId }));
  });
}

interface StoredEvent extends Omit<Entry, 'siteId' | 'device'> {
  readonly v: 1;
  readonly device: string | null;
}

function eventsOf(stored: StoredEvent | StoredExposures): readonly Event[] {
  if (stored.v === 1) return [stored.event];
  if (stored.v === 2 || stored.v === 3) return exposuresIn(stored);
  throw new Error(`an entry of unknown version ${(stored as { v: unknown }).v}`);
}

/** Makes entries of one site durable. Only their text stays in memory until they are. */
export function acceptEntries(
  ctx: Pick<Context, 'metrics' | 'now'>,
  inbox: Inbox,
  salt: Buffer,
  entries: readonly Entry[],
): Promise<void> {
  return acceptLines(ctx, inbox, linesOf(entries, salt, ctx.now()));
}

/** Makes lines durable. */
export function acceptLines(
  { metrics }: Pick<Context, 'metrics'>,
  inbox: Inbox,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  const events = lines.reduce((sum, line) => sum + line.events, 0);
  return inbox.accept(lines).then(() => metrics.eventsAccepted.inc(events));
}
