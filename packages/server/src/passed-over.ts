// What of a request does not count, as its sender is told.
import type { Fault } from '@attune/contract';
import type { PassedOver as Unread } from '@attune/core';

/** What was passed over, where, and why. */
export interface PassedOver extends Fault {
  readonly code:
    | 'ignored_value'
    | 'ignored_field'
    | 'unknown_event_type'
    | 'no_event_id'
    | 'cuid_unverified'
    | 'no_consent'
    | 'bot'
    | 'internal_traffic'
    | 'rejected_event'
    | 'rejected_engagement'
    /** The whole request, which is answered so. */
    | 'invalid_request';
  /** The name of ours that was probably meant. */
  readonly meant?: string;
}

/** Values that the rest of the request does without. */
export const asIgnored = (unread: readonly Unread[]): PassedOver[] =>
  unread.map((one) => ({ code: 'ignored_value', ...one }));

/** What is told where nothing may be stored of a user; nothing where it may. */
export const withoutConsent = (user: {
  readonly consent: boolean | undefined;
  readonly consents: boolean;
}): PassedOver[] =>
  user.consents
    ? []
    : [
        {
          ...{ code: 'no_consent', pointer: '/user/active_consent_accepted' },
          detail: user.consent === false ? refused : missing,
        },
      ];

const refused = 'is false: no profile is read and nothing is stored';
const missing = 'is not true, as the site requires: no profile is read and nothing is stored';

/** As warnings of an answer. */
export const asWarnings = (passedOver: readonly PassedOver[]) =>
  passedOver.map(({ code, pointer, detail }) => ({ code, message: `${pointer}: ${detail}` }));

/**
 * As the header `svc-warnings`, a dictionary of RFC 9651: codes, how often each applies, and which
 * names of ours were probably meant. It has nothing of what was sent. Undefined for nothing.
 */
export function warningsHeader(
  passedOver: readonly { readonly code: string; readonly meant?: string }[],
): string | undefined {
  if (passedOver.length === 0) return undefined;
  const byCode = Map.groupBy(passedOver, ({ code }) => code);
  return [...byCode].map(([code, all]) => `${code}=${all.length}${namesMeant(all)}`).join(', ');
}

const mostMeant = 5;

function namesMeant(all: readonly { readonly meant?: string }[]): string {
  const names = new Set(all.flatMap(({ meant }) => (meant === undefined ? [] : [meant])));
  return names.size === 0 ? '' : `;use="${[...names].slice(0, mostMeant).join(' ')}"`;
}
