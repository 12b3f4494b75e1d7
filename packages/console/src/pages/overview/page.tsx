// The landing page of a site: what needs a look, what is live and how it does, what changed.
import { SimpleGrid } from '@mantine/core';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Changes } from './changes.tsx';
import { LiveCampaigns } from './live-campaigns.tsx';
import { type Overview as Answer, useOverview } from './query.ts';
import { SetUp } from './set-up.tsx';
import { Traffic } from './traffic.tsx';
import { Warnings } from './warnings.tsx';

export function Overview() {
  const { data, error, refetch } = useOverview();
  return (
    <Page title="Overview">
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={6} />}
      {data && <Parts overview={data} />}
    </Page>
  );
}

function Parts({ overview }: { overview: Answer }) {
  const { name } = useSite();
  const { warnings, setUp, liveCampaigns, traffic, changes } = overview;
  const steps = setUp && (
    <SetUp key={name} steps={setUp} selector={liveCampaigns.items[0]?.selector ?? 'banner'} />
  );
  return (
    <>
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {liveCampaigns.total === 0 && steps}
      <LiveCampaigns {...liveCampaigns} />
      {liveCampaigns.total > 0 && steps}
      <SimpleGrid cols={{ base: 1, md: changes ? 2 : 1 }} spacing="lg">
        <Traffic days={traffic} />
        {changes && <Changes entries={changes} />}
      </SimpleGrid>
    </>
  );
}
