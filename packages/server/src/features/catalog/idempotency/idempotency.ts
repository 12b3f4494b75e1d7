// How a repeated request gets its first answer instead of being done twice.

import { ApiError } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { deleteAnswers, lockKey, selectAnswer, upsertAnswer } from './store.ts';

/** A request that its caller may repeat. */
export interface RepeatableRequest {
  readonly key: string;
  /** SHA-256 of the request; reads what is left of its body. */
  readonly fingerprint: () => Promise<Buffer>;
}

const keptMs = 24 * 60 * 60 * 1000;

/** Reads the header. Throws `invalid_request` unless it is 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ApiError('invalid_request', 'The Idempotency-Key cannot be accepted; see errors.', {
    errors: [
      { pointer: '/headers/idempotency-key', detail: 'must be 1 to 255 visible characters' },
    ],
  });
}

/**
 * Does `work` unless a request with the key was answered in the last 24 hours; then gives that
 * answer, as JSON keeps it. All of it is part of the caller's transaction: when that fails or its
 * process dies, nothing is remembered and the key is free again.
 * Throws `idempotency_in_flight`, or `idempotency_mismatch` for another request under the key.
 */
export async function answerOnce<T>(
  tx: Db,
  at: { readonly siteId: number; readonly now: number },
  request: RepeatableRequest | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!request) return work();
  const { siteId, now } = at;
  if (!(await lockKey(tx, siteId, request.key))) {
    throw new ApiError('idempotency_in_flight', 'A request with this key is being worked on.', {
      headers: { 'retry-after': '1' },
    });
  }
  const oldest = new Date(now - keptMs);
  const first = await selectAnswer(tx, siteId, request.key, oldest);
  if (first) {
    if (!first.request.equals(await request.fingerprint())) {
      throw new ApiError('idempotency_mismatch', 'The key came with another request before.');
    }
    return JSON.parse(first.answer) as T;
  }
  const answer = await work();
  await deleteAnswers(tx, siteId, oldest);
  await upsertAnswer(tx, siteId, {
    key: request.key,
    request: await request.fingerprint(),
    answer: JSON.stringify(answer),
    at: new Date(now),
  });
  return answer;
}
