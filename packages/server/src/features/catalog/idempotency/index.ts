// Front door of idempotent requests.
export { startFingerprint } from './fingerprint.ts';
export { answerOnce, type RepeatableRequest, readIdempotencyKey } from './idempotency.ts';
