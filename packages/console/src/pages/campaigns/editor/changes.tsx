// What differs between a version of a campaign and its draft, or a later version.
import type { CampaignInput } from '@attune/contract';
import { Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { DifferencesShown } from '../../../ui/differences-shown.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { bodyIn, type Campaign } from '../campaign.ts';
import { campaignParams } from '../query.ts';
import { differencesBetween } from './differences.ts';

interface Given {
  readonly campaign: Campaign;
  /** The earlier version; null: there is none. */
  readonly from: number | null;
  /** The later one; absent: the draft that is saved. */
  readonly to?: number;
}

export function Changes({ campaign, from, to }: Given) {
  const before = useVersion(campaign, from);
  const after = useVersion(campaign, to ?? null);
  const error = before.error ?? after.error;
  if (error) return <ErrorAlert error={error} />;
  if (from === null) {
    return <Text size="sm">It is published for the first time: all of it is new.</Text>;
  }
  const later = to === undefined ? bodyIn(campaign) : after.body;
  if (!before.body || !later) return <ListSkeleton rows={2} />;
  return (
    <DifferencesShown
      differences={differencesBetween(before.body, later)}
      none="Nothing: both are the same."
    />
  );
}

function useVersion(campaign: Campaign, version: number | null) {
  const { name: site } = useSite();
  const { params } = campaignParams(site, campaign.id);
  const isDraft = version === campaign.version;
  const asked = useAnswer(
    consoleApi.readCampaignVersion,
    { params: { ...params, version: String(version ?? 1) } },
    { isWanted: version !== null && !isDraft },
  );
  const read = asked.data?.body as CampaignInput | undefined;
  return { body: isDraft ? bodyIn(campaign) : read, error: asked.error };
}
