// Reports: what each variation of a campaign did, how sure that is, and what it means.
import { Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { type Asked, askedOf, type Reported, useReported } from './asked.ts';
import { Choices, ExportCsv } from './choices.tsx';
import { Result } from './result.tsx';

const about =
  'What each variation of a campaign did, and how sure that is. Look as often as you like: the intervals hold at every look.';

export function Reports() {
  const [search, setSearch] = useSearchParams();
  const { campaigns, error, refetch } = useReported();
  const asked = askedOf(search);
  const wanted = Number(search.get('campaign'));
  const campaign = campaigns?.find(({ id }) => id === wanted) ?? campaigns?.[0];
  const isUnknown = campaigns !== undefined && wanted > 0 && campaign?.id !== wanted;
  const ask = (next: Partial<Asked> & { campaign?: string }) => {
    const all = { campaign: String(campaign?.id ?? ''), ...asked, ...next };
    setSearch(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
  };
  return (
    <Page
      title="Reports"
      about={about}
      actions={campaign && !isUnknown && <ExportCsv campaign={campaign} asked={asked} />}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!campaigns && !error && <ListSkeleton />}
      {campaigns && !campaign && <NothingLive />}
      {campaigns && campaign && (
        <Stack gap="lg">
          <Choices campaigns={campaigns} campaign={campaign} asked={asked} onAsk={ask} />
          {isUnknown ? <NeverLive id={wanted} /> : <Answered campaign={campaign} asked={asked} />}
        </Stack>
      )}
    </Page>
  );
}

function Answered({ campaign, asked }: { campaign: Reported; asked: Asked }) {
  const { name: site } = useSite();
  const report = useAnswer(
    consoleApi.reportCampaign,
    {
      params: { site, id: String(campaign.id) },
      query: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
    },
    { keepsPrevious: true },
  );
  if (report.error) return <ErrorAlert error={report.error} onRetry={report.refetch} />;
  if (!report.data) return <ListSkeleton rows={8} />;
  return <Result report={report.data} campaign={campaign} asked={asked} />;
}

function NothingLive() {
  return (
    <EmptyState icon="report" title="No campaign has been live yet">
      Once a campaign is published and your code asks for it, its report is here: a row for each
      variation, from the first user on.
    </EmptyState>
  );
}

function NeverLive({ id }: { id: number }) {
  return (
    <EmptyState icon="report" title={`Campaign ${id} has not been live`}>
      It may be a draft, or be deleted. Choose another one above, or publish it first.
    </EmptyState>
  );
}
