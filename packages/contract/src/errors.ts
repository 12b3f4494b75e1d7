// The one catalogue of refusals: code -> HTTP status and title. RFC 9457 gives the form.

export const errorCatalogue = {
  malformed_http: { status: 400, title: 'The request is not valid HTTP' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  invalid_query: { status: 400, title: 'The address has an invalid part' },
  key_missing: { status: 401, title: 'An API key is required' },
  key_invalid: { status: 401, title: 'The API key is not valid' },
  key_expired: { status: 401, title: 'The API key has expired' },
  wrong_key_source: { status: 403, title: 'This kind of key cannot be used here' },
  permission_missing: { status: 403, title: 'The key lacks a permission' },
  sign_in_needed: { status: 401, title: 'Sign in first' },
  sign_in_refused: { status: 401, title: 'Not signed in' },
  role_missing: { status: 403, title: 'The teammate may not do this' },
  foreign_origin: { status: 403, title: 'Asked from another site than the console' },
  origin_not_allowed: { status: 403, title: 'The key is not for this origin' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'In conflict with what exists' },
  feed_shrink: { status: 409, title: 'The feed would lose more than half of its items' },
  idempotency_in_flight: { status: 409, title: 'The same request is still being worked on' },
  decision_gone: { status: 410, title: 'The decision is no longer known' },
  revision_mismatch: { status: 412, title: 'Changed by somebody else meanwhile' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body has an unsupported type' },
  invalid_request: { status: 422, title: 'The request is not valid' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  not_ready: { status: 503, title: 'Not ready' },
  overloaded: { status: 503, title: 'More is asked than can be answered' },
  key_lease_expired: { status: 503, title: 'Keys could not be confirmed for too long' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** One fault of a request: a JSON pointer into it (RFC 6901) and what is wrong there. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}
