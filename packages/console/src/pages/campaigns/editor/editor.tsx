// A campaign: its draft to edit, its history, and what is done with it as a whole.
import { Alert, Anchor, Group, Stack, Tabs, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { readable, showFault } from '../../../ui/form.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../../ui/page.tsx';
import { bodyIn, type Campaign, sayLive, toneOf, wordOf } from '../campaign.ts';
import { campaignParams } from '../query.ts';
import { Actions } from './actions.tsx';
import { Basics } from './basics.tsx';
import { Checks } from './checks.tsx';
import { Experiences } from './experiences.tsx';
import { type Form, useForm } from './form.ts';
import { MetricsFields } from './metrics-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TrafficFields } from './traffic-fields.tsx';

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

export function Editor({ id }: { id: number }) {
  const { name: site } = useSite();
  const asked = useAnswer(consoleApi.readCampaign, campaignParams(site, id));
  if (asked.data) return <Opened campaign={asked.data} />;
  return (
    <Page title={`Campaign ${id}`} about={<Back />}>
      {asked.error ? (
        <ErrorAlert error={asked.error} onRetry={asked.refetch} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Page>
  );
}

function Back() {
  const { name: site } = useSite();
  return (
    <Anchor component={Link} href={`/${site}/campaigns`} size="sm">
      All campaigns
    </Anchor>
  );
}

function Opened({ campaign }: { campaign: Campaign }) {
  const form = useForm(campaign);
  const [search, setSearch] = useSearchParams();
  const shown = search.get('show') === 'history' ? 'history' : 'draft';
  const show = (tab: string | null) =>
    setSearch({ id: String(campaign.id), ...(tab === 'history' && { show: tab }) });
  return (
    <Page
      title={bodyIn(campaign).name}
      about={
        <Group gap="xs">
          <Back />
          <Mark tone={toneOf[campaign.status]}>{wordOf[campaign.status]}</Mark>
          <span>{sayLive(campaign)}</span>
        </Group>
      }
      actions={<Actions form={form} />}
    >
      <Tabs value={shown} onChange={show} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="draft">Draft</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="draft" pt="md">
          <DraftForm form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <Suspense fallback={<ListSkeleton />}>
            <History form={form} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function DraftForm({ form }: { form: Form }) {
  const place = useRef<HTMLFormElement>(null);
  const { faults } = form;
  const count = faults.length;
  useEffect(() => {
    if (count > 0) showFault(place.current);
  }, [count]);
  useHotkeys([['mod+S', () => form.isChanged && !form.isReadOnly && form.save()]], []);
  return (
    <form
      ref={place}
      autoComplete="off"
      style={form.isReadOnly ? readable : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Stack gap="lg">
        {form.isReadOnly && (
          <Alert icon={<Icon name="lock" />} variant="light" color="gray">
            <Text size="sm">
              {form.campaign.status === 'archived'
                ? 'The campaign is archived. Take it out of the archive to change it.'
                : 'You can read this campaign. An Editor of the site can change it.'}
            </Text>
          </Alert>
        )}
        <Basics form={form} />
        <Experiences form={form} />
        <TrafficFields form={form} />
        <ScheduleFields form={form} />
        <MetricsFields form={form} />
        <Checks form={form} />
        {!form.isReadOnly && <SaveBar form={form} />}
      </Stack>
    </form>
  );
}
