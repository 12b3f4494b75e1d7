// How far the targeting of a draft reaches, and what of that is probably a mistake.
import type { Answer } from '../../../api/endpoints.ts';
import type { Fault } from '../../../versioned/kind.ts';
import type { Experience } from './draft.ts';

type Estimate = Answer<'estimateAudience'>;

/** Estimates of experiences, by their keys. */
export type Reach = ReadonlyMap<string, Estimate>;

/** No visitor that was looked at matches, whatever a visit may tell. */
export const reachesNobody = ({ of, matching, to }: Pick<Estimate, 'of' | 'matching' | 'to'>) =>
  of > 0 && (matching ?? to) === 0;

/** The experiences that none of those visitors would see. */
export function reachWarnings(experiences: readonly Experience[], reach: Reach): readonly Fault[] {
  return experiences.flatMap(({ key }, at) => {
    const estimate = reach.get(key);
    if (!estimate || !reachesNobody(estimate)) return [];
    const { isExact, of, sampled } = estimate;
    const visitors = `${(isExact ? of : sampled).toLocaleString('en-GB')} known visitors`;
    const looked = isExact ? visitors : `${visitors} that were looked at`;
    const detail = `matches 0 of ${looked}: none of them would see this experience.`;
    return [{ pointer: `/experiences/${at}/targeting`, detail }];
  });
}
