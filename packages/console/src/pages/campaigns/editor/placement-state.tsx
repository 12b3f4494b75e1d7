// Whether pages show a campaign that is live: what a marketer asks before looking at code.
import { Alert, Anchor, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Campaign } from '../campaign.ts';
import { campaignParams } from '../query.ts';

interface Given {
  readonly campaign: Campaign;
}

function usePlacement({ id, status }: Campaign) {
  const { name: site } = useSite();
  const isLive = status === 'live';
  const { data } = useAnswer(consoleApi.readPlacement, campaignParams(site, id), {
    isWanted: isLive,
  });
  return { isLive, data };
}

/** Below the title of a live campaign that no page has shown; leads to its placement. */
export function NotShownYet({ campaign, onLook }: Given & { readonly onLook: () => void }) {
  const { isLive, data } = usePlacement(campaign);
  if (!isLive || data?.shownAt !== null) return null;
  return (
    <Anchor component="button" type="button" size="sm" onClick={onLook}>
      No page has shown it yet
    </Anchor>
  );
}

export function PlacementState({ campaign }: Given) {
  const { isLive, data } = usePlacement(campaign);
  if (!isLive) {
    return (
      <Text size="sm" c="dimmed">
        Once the campaign is live, you see here when a page last showed it.
      </Text>
    );
  }
  if (!data) return null;
  if (data.shownAt === null) {
    return (
      <Alert color="yellow" icon={<Icon name="alert" />}>
        <Text size="sm" fw={600}>
          No page has shown this campaign yet
        </Text>
        Ask a developer to add the placement to the page; the code is under For developers. If it is
        there, check that the targeting matches someone.
      </Alert>
    );
  }
  return (
    <Text size="sm">
      Last shown to a new visitor <Time at={data.shownAt} />.
    </Text>
  );
}
