// Holdouts in words.
import type { HoldoutInput } from '@attune/contract';

/** "2.5 %". */
export function saySize(share: number): string {
  return `${Number((100 * share).toFixed(4))}\u00a0%`;
}

export function sayHoldout({ share, labels }: Pick<HoldoutInput, 'share' | 'labels'>): string {
  const from =
    labels === undefined
      ? 'every campaign that does not ignore holdouts'
      : `every campaign labelled ${labels.join(' or ')}`;
  return `${saySize(share)} of all users are given nothing by ${from}.`;
}
