// How many known visitors each experience of a draft matches, by its key.
import { useQueries } from '@tanstack/react-query';
import { consoleApi } from '../../../api/endpoints.ts';
import { question } from '../../../api/queries.ts';
import { conditionOf } from '../../../conditions/targeting.ts';
import { useSite } from '../../../shell/site-context.ts';
import type { Experience } from './draft.ts';
import type { Reach } from './reach.ts';

/** Of those that are targeted, and whose conditions are finished. */
export function useReach(experiences: readonly Experience[]): Reach {
  const { name: site } = useSite();
  const targeted = experiences.flatMap(({ key, targeting }) => {
    const { condition, faults } = conditionOf(targeting);
    const isAsked = faults.length === 0 && Object.keys(condition).length > 0;
    return isAsked ? [{ key, condition }] : [];
  });
  const asked = useQueries({
    queries: targeted.map(({ condition }) =>
      question(consoleApi.estimateAudience, { params: { site }, body: { condition } }),
    ),
  });
  return new Map(
    targeted.flatMap(({ key }, at) => {
      const data = asked[at]?.data;
      return data ? [[key, data] as const] : [];
    }),
  );
}
