// A draft as an entry of the inbox, read as an event of the API that a server sends.
import type { EventInput, SessionInput, UserInput } from '@attune/contract';
import { type EventDraft, resolveNumbers, type Unheld } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { PassedOver } from '../../../passed-over.ts';
import { type Entry, readEvents } from '../collect/index.ts';

export interface ReadDraft {
  readonly entries: readonly Entry[];
  /** What of it does not count. */
  readonly notes: readonly string[];
}

/** Reads a draft. Throws `invalid_request` with every reason why it is no event of a user. */
export function readDraft(ctx: Context, snapshot: SiteSnapshot, draft: EventDraft): ReadDraft {
  const unheld: Unheld[] = [];
  const event = resolveNumbers(draft.event, undefined, unheld) as EventInput['events'][number];
  const user = draft.user as UserInput;
  const session = draft.session as SessionInput | undefined;
  const request = { events: [event], user, ...(session && { session }) };
  const by = { key: { source: 'Server-side' }, snapshot } as const;
  const { entries, passedOver } = readEvents(ctx, by, request);
  requireUser(user, entries, passedOver);
  // The ids of this import are the same each time, so that nothing counts twice.
  const told = passedOver.filter(({ code }) => code !== 'no_event_id');
  return { entries, notes: [...told, ...unheld].map(inWords) };
}

/** An event whose user cannot be read would be that of an invented visitor. */
function requireUser(
  user: UserInput,
  entries: readonly Entry[],
  passedOver: readonly PassedOver[],
): void {
  const ofUser = passedOver.filter(({ pointer }) => pointer.startsWith('/user'));
  const isNamed = entries.some(({ identifiers }) => identifiers.length > 0);
  const device = user.svcid ?? user.svcid_server ?? user.id;
  const isDevice = device !== undefined && !ofUser.some(({ pointer }) => /id$/.test(pointer));
  if (entries.length > 0 && (ofUser.length === 0 || isNamed || isDevice)) return;
  throw new ApiError('invalid_request', 'The user cannot be read.', { errors: ofUser });
}

const inWords = ({ pointer, detail }: { readonly pointer: string; readonly detail: string }) => {
  const place = pointer
    .replace(/^\/events\/0\/?/, '')
    .replace(/^\//, '')
    .replaceAll('/', '.');
  return `${place} ${detail}`.trim();
};

/** Why a draft is refused. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return (error as Error).message;
  return (error.errors ?? []).map(inWords).join('; ') || error.message;
}
