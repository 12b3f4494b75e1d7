// The result of a live campaign in a line: pure.
import { sayChange, sayHours, sayInterval95, verdictOf } from '@attune/core';
import type { LiveCampaign } from './query.ts';

interface Said {
  /** "Bold: +4.2 %", or why there is none. */
  readonly headline: string;
  /** Its interval; '' where there is no number. */
  readonly detail: string;
  /** "Purchase rate, better than Control". */
  readonly metric: string;
}

export function sayResult({ state, result }: Pick<LiveCampaign, 'state' | 'result'>): Said {
  const none = (headline: string, metric = '') => ({ headline, detail: '', metric });
  if (state === 'computing') return none('Calculating the first figures. This can take a minute.');
  if (state === 'empty') return none('No visitor has seen it yet.');
  if (!result) return none('The result could not be calculated.');
  const { metric, uplift, users, counted, variation, experience, baseline } = result;
  if (users === 0) return none('No users yet', metric.name);
  if (counted === 0) {
    const after = sayHours(metric.windowHours);
    return none(
      `No final results yet. Users count ${after} after their first exposure.`,
      metric.name,
    );
  }
  if (!uplift) return none('Nothing to compare', metric.name);
  if (uplift.estimate === null || (uplift.low === null && uplift.high === null)) {
    return none('Too little data', metric.name);
  }
  const verdict = verdictOf(uplift, metric.better);
  const said = verdict ? `${verdict} than ${baseline}` : 'no clear difference yet';
  const of = experience === null ? variation : `${variation} (${experience})`;
  return {
    headline: `${of}: ${sayChange(uplift.estimate)}`,
    detail: sayInterval95(uplift, sayChange),
    metric: `${metric.name}, ${said}`,
  };
}
