// Where in a campaign a pointer leads, by the names of its parts.
import type { CampaignInput } from '@attune/contract';
import { experienceName } from '@attune/core';
import { labelOf } from './differences.ts';

/** Parts of what recommends, which are counted from 1 where people see them. */
const counted: Readonly<Record<string, string>> = { pins: 'pin', rules: 'rule' };

/** `/payload/pins/0/sku` as "pin 1", and other payloads as they are. */
function sayInner([payload, list = '', at, ...rest]: readonly (string | undefined)[]) {
  const one = payload === 'payload' ? counted[list] : undefined;
  return one && at !== undefined ? [`${one} ${Number(at) + 1}`] : [payload, list, at, ...rest];
}

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
  return [experienceName(experience), ...within, ...sayInner(rest)].filter(Boolean).join(' › ');
}
