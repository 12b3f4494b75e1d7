// What kinds of ingestion warnings are called, and what to do about each.
import type { IngestionWarningOutput } from '@attune/contract';

interface Kind {
  readonly title: string;
  readonly advice: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  ignored_value: {
    title: 'Value ignored',
    advice: 'The rest of the request counted. Send a value of the form that is named.',
  },
  ignored_field: {
    title: 'Field ignored',
    advice: 'It is not a field of the API, but nearly. Rename it.',
  },
  unknown_event_type: {
    title: 'Unknown event type',
    advice: 'The events are kept and count as nothing. Correct svcType.',
  },
  no_event_id: {
    title: 'Refund without an id',
    advice: 'It counts again each time that it is sent. Send an eventId.',
  },
  cuid_unverified: {
    title: 'Person not verified',
    advice: 'A Client-side key needs user.token, which your server makes.',
  },
  no_consent: {
    title: 'No consent',
    advice:
      'Nothing is kept of these visitors. If they have agreed, send active_consent_accepted: true.',
  },
  bot: {
    title: 'Sent by a bot',
    advice: 'Nothing of it counts. There is nothing to do.',
  },
  internal_traffic: {
    title: 'Internal traffic',
    advice:
      'Your own people, as the site’s settings name them: in no report. There is nothing to do.',
  },
  rejected_event: {
    title: 'Event rejected',
    advice: 'The other events of the batch counted.',
  },
  rejected_engagement: {
    title: 'Engagement rejected',
    advice: 'Send the id as choose answered it, whole.',
  },
  invalid_request: {
    title: 'Request rejected',
    advice: 'Nothing in it could be read, so nothing counted.',
  },
};

export const kindOf = ({ code }: Pick<IngestionWarningOutput, 'code'>): Kind =>
  kinds[code] ?? { title: code, advice: '' };

/** Is something lost, and not only left out of what counted? */
export const isLoss = ({ code }: Pick<IngestionWarningOutput, 'code'>): boolean =>
  ['rejected_event', 'rejected_engagement', 'invalid_request', 'unknown_event_type'].includes(code);
