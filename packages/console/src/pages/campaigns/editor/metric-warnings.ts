// A test for which no metric was chosen is told before it is live: it is decided all the same.
import type { Fault } from '../../../versioned/kind.ts';
import type { Draft } from './draft.ts';

/** Of drafts that compare variations and name no primary metric. */
export function metricWarnings({
  experiences,
  metrics,
}: Pick<Draft, 'experiences' | 'metrics'>): readonly Fault[] {
  const isTest = experiences.some(
    ({ variations }) => variations.length > 1 && !variations.some(({ shipped }) => shipped),
  );
  if (!isTest || metrics?.primary !== undefined) return [];
  const detail = 'No primary metric is chosen, so Purchases decide which variation wins.';
  return [{ pointer: '/metrics', detail }];
}
