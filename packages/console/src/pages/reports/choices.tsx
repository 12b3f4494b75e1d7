// Which report: campaign, metric, days, and by what to break it down.
import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import { addressOf } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Asked, Reported } from './asked.ts';

interface Given {
  readonly campaigns: readonly Reported[];
  readonly campaign: Reported;
  readonly asked: Asked;
  readonly onAsk: (asked: Partial<Asked> & { campaign?: string }) => void;
}

const ordinary = { value: '', label: 'The campaign’s own' };
const whole = { value: '', label: 'None' };

export function Choices({ campaigns, campaign, asked, onAsk }: Given) {
  const { name: site } = useSite();
  const metrics = useEvery(consoleApi.listMetrics, site).data ?? [];
  const audiences = useEvery(consoleApi.listAudiences, site).data ?? [];
  const isBackwards = asked.from !== '' && asked.to !== '' && asked.from > asked.to;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 5 }} spacing="sm" role="search" aria-label="Report">
      <Select
        label="Campaign"
        data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(campaign.id)}
        onChange={(id) => id !== null && onAsk({ campaign: id })}
        allowDeselect={false}
        searchable
      />
      <Select
        label="Metric"
        data={[
          ordinary,
          ...metrics.map(({ id, metric }) => ({ value: String(id), label: metric.name })),
        ]}
        value={asked.metric}
        onChange={(metric) => onAsk({ metric: metric ?? '' })}
        allowDeselect={false}
        searchable
      />
      <TextInput
        label="First exposed from"
        type="date"
        value={asked.from}
        onChange={(event) => onAsk({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To, included"
        type="date"
        value={asked.to}
        onChange={(event) => onAsk({ to: event.currentTarget.value })}
        error={isBackwards && 'Before the first day'}
      />
      <Select
        label="Break down by"
        data={[
          whole,
          { value: 'device', label: 'Device' },
          { value: 'newReturning', label: 'New or returning' },
          ...audiences.map(({ id, audience }) => ({
            value: `audience:${id}`,
            label: `Audience ${audience.name}`,
          })),
        ]}
        value={asked.breakdown}
        onChange={(breakdown) => onAsk({ breakdown: breakdown ?? '' })}
        allowDeselect={false}
      />
    </SimpleGrid>
  );
}

/** A link to the same as a file. */
export function ExportCsv({ campaign, asked }: Pick<Given, 'campaign' | 'asked'>) {
  const { name: site } = useSite();
  const params = { site, id: String(campaign.id) };
  const query = { ...asked, format: 'csv' };
  return (
    <Button
      component="a"
      href={addressOf(consoleApi.reportCampaign.path, params, query)}
      download={`report-${site}-${campaign.id}.csv`}
      variant="default"
      leftSection={<Icon name="download" />}
    >
      Export CSV
    </Button>
  );
}
