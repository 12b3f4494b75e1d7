// Holdouts in words.
import type { HoldoutInput } from '@attune/contract';

/** Which campaigns a holdout keeps users out of. */
export function sayCampaigns({ labels }: Pick<HoldoutInput, 'labels'>): string {
  if (labels === undefined) return 'All campaigns';
  return `Campaigns labelled ${labels.join(' or ')}`;
}
