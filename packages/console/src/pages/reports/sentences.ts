// A report's state in sentences, beside those that come with the report itself.

import type { ReportOutput } from '@attune/contract';
import { sayHours } from '../../ui/say-amount.ts';
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
  return `Nobody counts yet: a user does once ${sayHours(windowHours)} have passed since their first exposure.`;
}

/** Why the campaign gets no new users; undefined: it does. */
export function sayStopped(
  { status, end }: Pick<Subject, 'status' | 'end'>,
  now = Date.now(),
): string | undefined {
  if (status === 'archived') return 'The campaign is archived: it serves nobody any more.';
  if (status === 'paused') return 'The campaign is paused: nobody new is exposed to it.';
  const isOver = end !== undefined && Date.parse(end) < now;
  return isOver ? 'The campaign’s schedule has ended: nobody new is exposed to it.' : undefined;
}

/** What one user counts as: what the numbers of the column "mean" are of. */
export function sayMetric({ name, kind, windowHours, better }: Metric): string {
  const within = `within ${sayHours(windowHours)} of the first exposure`;
  const wanted = better === 'lower' ? ' Less is better.' : '';
  return `${name}: ${kinds[kind].counted} ${within}.${wanted}`;
}

/** What the users of a report are. */
export function sayUnit({ unit, accountType }: Report['counted']): string {
  const units = {
    device: 'A user is a device.',
    person: 'A user is a person, on all of their devices.',
    account: `A user is an account${accountType === null ? '' : ` (${accountType})`}.`,
  };
  return units[unit];
}

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
    said.push(`${are(open)} not counted yet: the time in which outcomes count is still open.`);
  }
  if (mixed > 0) {
    said.push(
      `${are(mixed)} left out for good, having been exposed to several variations: what they did belongs to none.`,
    );
  }
  return said;
}
