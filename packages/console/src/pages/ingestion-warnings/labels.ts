// What kinds of ingestion warnings are called, what they cost, and what to do about each.
import type { IngestionWarningOutput } from '@attune/contract';
import type { Tone } from '../../ui/mark.tsx';

/** What became of the data: lost, used in part, or left out as it should be. */
export type Effect = 'lost' | 'partial' | 'expected';

interface Kind {
  readonly title: string;
  readonly advice: string;
  readonly effect: Effect;
}

const kinds: Readonly<Record<string, Kind>> = {
  ignored_value: {
    title: 'Value ignored',
    advice: 'Send a value of the form shown. The rest of the request counted.',
    effect: 'partial',
  },
  ignored_field: {
    title: 'Field ignored',
    advice: 'Rename the field: the API has one with a similar name.',
    effect: 'partial',
  },
  unknown_event_type: {
    title: 'Unknown event type',
    advice: 'Correct svcType. Until then these events are stored but count for nothing.',
    effect: 'lost',
  },
  no_event_id: {
    title: 'Refund without ID',
    advice: 'Send an eventId, so that a repeated request does not count twice.',
    effect: 'partial',
  },
  cuid_unverified: {
    title: 'Person not verified',
    advice: 'Send the user.token that your server creates, or use a Server-side key.',
    effect: 'partial',
  },
  no_consent: {
    title: 'No consent',
    advice: 'Send active_consent_accepted: true for visitors who agreed. Others are not stored.',
    effect: 'expected',
  },
  bot: {
    title: 'Sent by a bot',
    advice: 'Nothing to do. Bots do not count.',
    effect: 'expected',
  },
  internal_traffic: {
    title: 'Internal traffic',
    advice: 'Nothing to do. The site settings say who is internal.',
    effect: 'expected',
  },
  rejected_event: {
    title: 'Event rejected',
    advice: 'Correct the event and send it again. Other events of the request counted.',
    effect: 'lost',
  },
  rejected_engagement: {
    title: 'Engagement rejected',
    advice: 'Send the whole decisionId or slotId that choose returned.',
    effect: 'lost',
  },
  invalid_request: {
    title: 'Request rejected',
    advice: 'Correct the request and send it again. Nothing in it counted.',
    effect: 'lost',
  },
};

export const kindOf = ({ code }: Pick<IngestionWarningOutput, 'code'>): Kind =>
  kinds[code] ?? { title: code, advice: '', effect: 'partial' };

export const effects: readonly Effect[] = ['lost', 'partial', 'expected'];

export const effectLabels: Readonly<Record<Effect, string>> = {
  lost: 'Data lost',
  partial: 'Partly used',
  expected: 'As expected',
};

export const effectTones: Readonly<Record<Effect, Tone>> = {
  lost: 'bad',
  partial: 'odd',
  expected: 'neutral',
};
