// The campaigns that are live: what their tests say now, and how many users they got.
import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Bars } from '../../ui/bars.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import type { LiveCampaign, Overview } from './query.ts';
import { sayResult } from './say-result.ts';
import { sayDay } from './traffic.ts';

export function LiveCampaigns({ total, items }: Overview['liveCampaigns']) {
  const more = total - items.length;
  return (
    <Section
      title="Live campaigns"
      actions={<PageLink to="campaigns">View all campaigns</PageLink>}
    >
      {items.length === 0 ? (
        <NoneLive />
      ) : (
        <StackedTable
          label="Live campaigns"
          heads={['Campaign', 'Result', 'New users per day']}
          rows={items.map((campaign) => ({
            key: campaign.id,
            cells: [
              <Named key="name" campaign={campaign} />,
              <Result key="result" campaign={campaign} />,
              campaign.result ? <Users key="users" result={campaign.result} /> : '–',
            ],
          }))}
        />
      )}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {more.toLocaleString('en-GB')} more {more === 1 ? 'campaign is' : 'campaigns are'} live.
        </Text>
      )}
    </Section>
  );
}

function NoneLive() {
  const { name } = useSite();
  const mayCreate = useMay(consoleApi.createCampaign);
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        No campaign is live.
      </Text>
      {mayCreate && (
        <Button component={Link} href={`/${name}/campaigns?new`} variant="default" size="xs">
          Create campaign
        </Button>
      )}
    </Stack>
  );
}

function Named({ campaign: { id, name, selector } }: { campaign: LiveCampaign }) {
  return (
    <>
      <PageLink to={`campaigns?id=${id}`}>{name}</PageLink>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {selector}
      </Text>
    </>
  );
}

function Result({ campaign }: { campaign: LiveCampaign }) {
  const { headline, detail, metric } = sayResult(campaign);
  return (
    <>
      <Text size="sm" fw={detail === '' ? 400 : 600} {...(detail === '' && { c: 'dimmed' })}>
        {headline}
      </Text>
      {detail !== '' && <Text size="xs">{detail}</Text>}
      {campaign.state !== 'computing' && (
        <Text size="xs" c="dimmed" component="div">
          {metric}{' '}
          <PageLink to={`reports?campaign=${campaign.id}`} size="xs">
            View report
          </PageLink>
        </Text>
      )}
    </>
  );
}

function Users({ result }: { result: NonNullable<LiveCampaign['result']> }) {
  const { users, perDay } = result;
  const label = perDay.map(({ day, users: own }) => `${sayDay(day)}: ${own}`).join(', ');
  return (
    <>
      <Bars
        values={perDay.map(({ users: own }) => own)}
        label={`New users per day. ${label}`}
        nameOf={(at) => `${sayDay(perDay[at]!.day)}: ${perDay[at]!.users}`}
      />
      <Text size="xs" c="dimmed">
        {users.toLocaleString('en-GB')} in total
      </Text>
    </>
  );
}
