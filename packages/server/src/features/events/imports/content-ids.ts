// Ids of events that bring none: made of what they say, so that the same file brings the same ids.
import { createHash } from 'node:crypto';
import { type EventDraft, generatedId } from '@attune/core';

/** Events that say the same are told apart where no more than twice as many are between them. */
const remembered = 100_000;

/**
 * Gives ids. Of events that say the same, the second of a file is another event, with a number;
 * with `areOne` they are one.
 */
export function contentIds(areOne: boolean): (draft: EventDraft) => string {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return ({ user, session, event }) => {
    const said = JSON.stringify([user, session ?? null, event]);
    const digest = createHash('sha256').update(said).digest('base64url').slice(0, 27);
    if (areOne) return generatedId + digest;
    const times = (recent.get(digest) ?? older.get(digest) ?? 0) + 1;
    recent.set(digest, times);
    if (recent.size > remembered) [recent, older] = [new Map(), recent];
    return `${generatedId}${digest}${times === 1 ? '' : `:${times}`}`;
  };
}
