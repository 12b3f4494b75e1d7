// A metric as its form has it.
import type { MetricInput } from '@attune/contract';
import { kinds } from './kinds.ts';
import type { EventType } from './labels.ts';
import { type Row, rowsOf, whereOf } from './where.ts';

export interface OutcomeDraft {
  /** A kind of events, or `custom`: those of a name. */
  readonly type: EventType | 'custom';
  readonly name: string;
  readonly rows: readonly Row[];
  /** The property that is summed; '': each counts as one. */
  readonly of: string;
}

export interface Draft {
  readonly name: string;
  readonly kind: MetricInput['kind'];
  readonly event: OutcomeDraft;
  readonly denominator: OutcomeDraft;
  /** '' while it is typed. */
  readonly windowHours: number | '';
  readonly winsorise: number | '';
  /** Without what pages report, which anybody can invent. */
  readonly serverSideOnly: boolean;
  readonly better: 'higher' | 'lower';
}

const newOutcome: OutcomeDraft = { type: 'purchase', name: '', rows: [], of: '' };

export const newDraft: Draft = {
  name: '',
  kind: 'conversion',
  event: newOutcome,
  denominator: newOutcome,
  windowHours: 72,
  winsorise: '',
  serverSideOnly: false,
  better: 'higher',
};

export function draftOf(metric: MetricInput): Draft {
  const { name, kind, event, of, denominator, windowHours, winsorise, better } = metric;
  return {
    name,
    kind,
    event: outcomeOf(event, of),
    denominator: denominator ? outcomeOf(denominator.event, denominator.of) : newOutcome,
    windowHours: windowHours ?? 72,
    winsorise: winsorise ?? '',
    serverSideOnly: metric.serverSideOnly ?? false,
    better: better ?? 'higher',
  };
}

function outcomeOf({ type, name, where }: MetricInput['event'], of?: string): OutcomeDraft {
  return { type: type ?? 'custom', name: name ?? '', rows: rowsOf(where), of: of ?? '' };
}

/** What is sent; what the form leaves empty is the server's to say. */
export function metricOf(draft: Draft): MetricInput {
  const { name, kind, event, denominator, windowHours, winsorise, serverSideOnly, better } = draft;
  const { isSum, isRatio } = kinds[kind];
  return {
    name: name.trim(),
    kind,
    event: eventOf(event),
    ...(isSum && sumOf(event)),
    ...(isRatio && {
      denominator: { event: eventOf(denominator), ...sumOf(denominator) },
    }),
    ...(windowHours !== '' && { windowHours }),
    ...(isSum && winsorise !== '' && { winsorise }),
    ...(serverSideOnly && { serverSideOnly }),
    better,
  };
}

function sumOf({ of }: OutcomeDraft): { of?: string } {
  return of.trim() === '' ? {} : { of: of.trim() };
}

function eventOf({ type, name, rows }: OutcomeDraft): MetricInput['event'] {
  const where = whereOf(rows) as MetricInput['event']['where'];
  return {
    ...(type === 'custom' ? { name: name.trim() } : { type }),
    ...(where !== undefined && { where }),
  };
}

type Missing = Partial<Record<'name' | 'event' | 'denominator', string>>;

/** What is missing, by the field's name in the form. */
export function errorsOf({ name, kind, event, denominator }: Draft): Missing {
  const isNameless = (outcome: OutcomeDraft) => outcome.type === 'custom' && !outcome.name.trim();
  const nameless = 'Enter the name of your event.';
  return {
    ...(!name.trim() && { name: 'Enter a name, such as “Yearly plans”.' }),
    ...(isNameless(event) && { event: nameless }),
    ...(kinds[kind].isRatio && isNameless(denominator) && { denominator: nameless }),
  };
}
