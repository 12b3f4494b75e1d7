// Front door of idempotent requests.
export { type RequestHead, startFingerprint } from './fingerprint.ts';
export { answerOnce, type RepeatableRequest, readIdempotencyKey } from './idempotency.ts';
