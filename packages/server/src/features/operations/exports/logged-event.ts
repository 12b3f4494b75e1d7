// An event of the log as an export reads it: its JSON parsed, its numbers as they were written.
import { claimPrefix, decodeEvent, type Event, isRawNumber, parseExact } from '@attune/core';
import type { Cells } from '../../../db/binary-rows.ts';
import { column } from './columns.ts';

export interface LoggedEvent {
  readonly id: string;
  readonly userId: bigint;
  readonly event: Event;
  readonly isIdentified: boolean;
  /** What it says of affinity, as JSON; '' where that is nothing. */
  readonly affinity: string;
}

/** Reads a row of (id, user_id, data) as COPY sends it. */
export function loggedEventOf([id, userId, data]: Cells): LoggedEvent {
  const stored = parseExact(data!.toString('utf8')) as Parameters<typeof decodeEvent>[0];
  const { event, identified } = decodeEvent(stored);
  const { observations } = stored;
  return {
    ...{ id: id!.toString('utf8'), userId: userId!.readBigInt64BE(), event },
    isIdentified: identified,
    affinity: observations.length > 0 ? JSON.stringify(observations) : '',
  };
}

/** A number as it was written. */
export function decimalText(value: unknown): string | undefined {
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === 'number' ? String(value) : undefined;
}

/** JSON text of what is there; undefined for what is not. */
export const jsonText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Was it reported through a public key alone? */
const isClaim = (id: string) => id.startsWith(claimPrefix);

/** The columns that every row of the log begins with. */
export const eventColumns = {
  id: column<LoggedEvent>(
    'event_id',
    'text',
    'The id of the event, unlike that of any other event of the site on that day',
    ({ id }) => id,
    'pseudonym',
  ),
  time: column<LoggedEvent>('time', 'timestamp', 'When it happened', ({ event }) => event.time),
  user: column<LoggedEvent>(
    'user_id',
    'int64',
    'The user in whose profile it is; `profiles` has the person of each user',
    ({ userId }) => userId,
    'pseudonym',
  ),
  session: column<LoggedEvent>(
    'session_id',
    'text',
    'The visit',
    ({ event }) => event.session || undefined,
    'pseudonym',
  ),
  isInternal: column<LoggedEvent>(
    'is_internal',
    'boolean',
    "It is of the site's own people: no report counts it",
    ({ event }) => event.isInternal === true,
  ),
  isFromPage: column<LoggedEvent>(
    'is_from_page',
    'boolean',
    'Only a page reported it, through a Client-side key, and no server',
    ({ id }) => isClaim(id),
  ),
} as const;
