// Holdouts in words.
import type { HoldoutInput } from '@attune/contract';
import { sayShare } from '../../ui/say-amount.ts';

export function sayHoldout({ share, labels }: Pick<HoldoutInput, 'share' | 'labels'>): string {
  const from =
    labels === undefined
      ? 'every campaign that does not ignore holdouts'
      : `every campaign labelled ${labels.join(' or ')}`;
  return `${sayShare(share)} of all users are given nothing by ${from}.`;
}
