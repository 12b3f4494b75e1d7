// A report's state in sentences, beside those that come with the report itself.

import type { ReportOutput } from '@attune/contract';
import { formatOf, type Say, sayHours } from '@attune/core';
import { kinds } from '../metrics/kinds.ts';
import type { Report, Subject } from './query.ts';

type Experience = ReportOutput['experiences'][number];
type Metric = ReportOutput['metric'];

/** Has no user been exposed to an experience? */
export function isUnseen({ variations, mixed }: Experience): boolean {
  return mixed === 0 && variations.every(({ exposed }) => exposed === 0);
}

/** Who has seen nothing of it has nothing to report. */
export function isEmpty({ experiences }: Pick<ReportOutput, 'experiences'>): boolean {
  return experiences.every(isUnseen);
}

/** Why there is no number yet, although users came; undefined: there are some. */
export function sayWaiting(
  { variations }: Experience,
  { windowHours }: Pick<Metric, 'windowHours'>,
): string | undefined {
  if (variations.some(({ users }) => users > 0)) return undefined;
  return `No final results yet. Users count ${sayHours(windowHours)} after their first exposure; numbers so far are below.`;
}

/** Why the campaign gets no new users; undefined: it does. */
export function sayStopped(
  { status, end }: Pick<Subject, 'status' | 'end'>,
  now = Date.now(),
): string | undefined {
  if (status === 'archived') return 'This campaign is archived and no longer serves.';
  if (status === 'paused') return 'This campaign is paused: no new users are exposed.';
  const isOver = end !== undefined && Date.parse(end) < now;
  return isOver ? 'The schedule of this campaign has ended: no new users are exposed.' : undefined;
}

/** What one user counts as: what the numbers of the column "mean" are of. */
export function sayMetric({ name, kind, windowHours, better }: Metric): string {
  const within = `within ${sayHours(windowHours)} of first exposure`;
  const wanted = better === 'lower' ? ' Lower is better.' : '';
  return `${name}: ${kinds[kind].counted} ${within}.${wanted}`;
}

/** What the users of a report are. */
export function sayUnit({ unit, accountType }: Report['counted']): string {
  const units = {
    device: 'Each device counts as one user.',
    person: 'Each person counts as one user, on all of their devices.',
    account: `Each account${accountType === null ? '' : ` (${accountType})`} counts as one user.`,
  };
  return units[unit];
}

/** How its numbers are written. */
export const formatOfMetric = ({ kind, currency }: Pick<Metric, 'kind' | 'currency'>): Say =>
  formatOf({ unit: kinds[kind].unit, currency });

/** How a metric's mean is called. */
export function meanName({ kind }: Pick<Metric, 'kind'>): string {
  return kinds[kind].mean;
}

/** Users who are in no row: whose window is open, and who were exposed to several variations. */
export function sayLeftOut({ variations, mixed }: Experience): readonly string[] {
  const open = variations.reduce((sum, one) => sum + one.open, 0);
  const are = (users: number) =>
    users === 1 ? '1 user is' : `${users.toLocaleString('en-GB')} users are`;
  const said: string[] = [];
  if (open > 0) {
    said.push(`${are(open)} still within their time window and not counted yet.`);
  }
  if (mixed > 0) {
    said.push(`${are(mixed)} left out: exposed to several variations, they belong to none.`);
  }
  return said;
}
