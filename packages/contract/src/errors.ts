// The one catalogue of refusals: code -> HTTP status, title, and what the caller can do. RFC 9457
// gives the form.

export const errorCatalogue = {
  malformed_http: {
    status: 400,
    title: 'The request is not valid HTTP',
    remedy: 'Send valid HTTP.',
  },
  malformed_json: { status: 400, title: 'The body is not JSON', remedy: 'Send valid JSON.' },
  targeting_key_missing: {
    status: 400,
    title: 'The evaluation context names no user',
    remedy: 'OFREP: set `context.targetingKey` to the id of the user.',
  },
  invalid_query: {
    status: 400,
    title: 'The address has an invalid part',
    remedy: 'Correct the path or the query; `errors` says which part.',
  },
  key_missing: {
    status: 401,
    title: 'An API key is required',
    remedy: 'Send an API key in the header `SVC-API-Key`.',
  },
  key_invalid: {
    status: 401,
    title: 'The API key is not valid',
    remedy: 'Check the key: it is mistyped, deleted, or of another installation.',
  },
  key_expired: {
    status: 401,
    title: 'The API key has expired',
    remedy: "Use the key's successor, or create a new key.",
  },
  wrong_key_source: {
    status: 403,
    title: 'This kind of key cannot be used here',
    remedy: 'Use a Server-side key, or a Client-side one, as `detail` says.',
  },
  permission_missing: {
    status: 403,
    title: 'The key lacks a permission',
    remedy: 'Add the permission to the key.',
  },
  sign_in_needed: { status: 401, title: 'Sign in first', remedy: 'Console: sign in.' },
  sign_in_refused: { status: 401, title: 'Not signed in', remedy: 'Console: sign in.' },
  role_missing: {
    status: 403,
    title: 'You do not have access',
    remedy: 'Console: ask an Admin for a higher role.',
  },
  foreign_origin: {
    status: 403,
    title: 'The request came from another site than the console',
    remedy: 'Console: use it at its own address.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'The key is not for this origin',
    remedy: "Add the page's origin to the key.",
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the id. An id of another site is not found either.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use a method of the header `Allow`.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send the request faster.',
  },
  conflict: {
    status: 409,
    title: 'Conflict with existing data',
    remedy: '`detail` says what is in the way.',
  },
  approval_missing: {
    status: 409,
    title: 'The site asks for approval before a campaign is published',
    remedy: 'Ask for approval of the draft; publish it once another teammate has approved it.',
  },
  feed_shrink: {
    status: 409,
    title: 'The feed would lose more than half of its items',
    remedy: 'If this is intended, add `allowShrink=true`.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The same request is still in progress',
    remedy: 'Wait for the answer to the first one.',
  },
  decision_gone: {
    status: 410,
    title: 'The decision is no longer stored',
    remedy: 'Choose a newer decision: this one is no longer in the log.',
  },
  revision_mismatch: {
    status: 412,
    title: 'Changed by someone else in the meantime',
    remedy: 'Read it again, then send your change.',
  },
  body_too_large: { status: 413, title: 'The body is too large', remedy: 'Send less at once.' },
  unsupported_media_type: {
    status: 415,
    title: 'The body has an unsupported type',
    remedy: 'Set `Content-Type`, usually to `application/json`.',
  },
  invalid_request: {
    status: 422,
    title: 'The request is not valid',
    remedy: 'Correct every fault in `errors`.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The idempotency key was used for another request',
    remedy: 'Use a new idempotency key for another request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    remedy: 'A fault of Attune: look for the trace id in the log.',
  },
  not_ready: {
    status: 503,
    title: 'Not ready',
    remedy: 'Wait: the node is starting, or the data is too new.',
  },
  provider_unavailable: {
    status: 503,
    title: 'The identity provider cannot be used',
    remedy: 'Console: try again soon. The log says what the provider answered.',
  },
  overloaded: {
    status: 503,
    title: 'Attune is overloaded',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  key_lease_expired: {
    status: 503,
    title: 'Keys could not be confirmed for too long',
    remedy: 'Restore the database connection. Attune then continues automatically.',
  },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** One fault of a request: a JSON pointer into it (RFC 6901) and what is wrong there. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}
