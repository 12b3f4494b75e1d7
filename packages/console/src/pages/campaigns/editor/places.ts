// Where in a campaign a pointer leads, by the names of its parts.
import type { CampaignInput } from '@attune/contract';
import { labelOf } from './differences.ts';

/** `/experiences/0/variations/1/payload` as "Men › Control › payload". */
export function sayPlace(pointer: string, { experiences }: CampaignInput): string {
  const [head, at, inner, of, ...rest] = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const experience = head === 'experiences' ? experiences[Number(at)] : undefined;
  if (!experience) return [labelOf(head), at, inner, of, ...rest].filter(Boolean).join(' › ');
  const variation = inner === 'variations' ? experience.variations[Number(of)] : undefined;
  const within = variation ? [variation.name] : [labelOf(inner), of];
  return [experience.name, ...within, ...rest].filter(Boolean).join(' › ');
}
