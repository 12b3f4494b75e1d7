// Which report: campaign, metric, days, and by what to break it down.
import { Button, Select, SimpleGrid } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { Icon } from '../../ui/icons.tsx';
import classes from './choices.module.css';
import { csvOf, type ReportQuery, type Subject } from './query.ts';

interface Given {
  readonly subjects: readonly Subject[];
  /** undefined: none is chosen. */
  readonly subject: Subject | undefined;
  readonly asked: ReportQuery;
  readonly onAsk: (asked: Partial<ReportQuery>) => void;
  readonly onChoose: (subject: Subject) => void;
}

const nameOf = ({ kind, id }: Subject) => `${kind}=${id}`;

function groupsOf(subjects: readonly Subject[]) {
  const itemsOf = (wanted: Subject['kind']) =>
    subjects
      .filter(({ kind }) => kind === wanted)
      .map((subject) => ({ value: nameOf(subject), label: subject.name }));
  return [
    { group: 'Campaigns', items: itemsOf('campaign') },
    { group: 'Holdouts', items: itemsOf('holdout') },
  ].filter(({ items }) => items.length > 0);
}

const ordinary = { value: '', label: 'Primary metric' };
const whole = { value: '', label: 'No breakdown' };

export function Choices({ subjects, subject, asked, onAsk, onChoose }: Given) {
  const { name: site } = useSite();
  const metrics = useEvery(consoleApi.listMetrics, site).data ?? [];
  const audiences = useEvery(consoleApi.listAudiences, site).data ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 6 }} spacing="sm" role="search" aria-label="Report">
      <Select
        className={classes['subject']}
        label="Campaign or holdout"
        data={groupsOf(subjects)}
        value={subject ? nameOf(subject) : null}
        placeholder="Choose a report"
        onChange={(name) => {
          const chosen = subjects.find((one) => nameOf(one) === name);
          if (chosen) onChoose(chosen);
        }}
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
      <DateRange
        labels={{ from: 'First exposed from', to: 'First exposed until' }}
        value={asked}
        onChange={onAsk}
      />
      <Select
        label="Break down by"
        data={[
          whole,
          { value: 'device', label: 'Device' },
          { value: 'newReturning', label: 'New or returning' },
          ...audiences.map(({ id, audience }) => ({
            value: `audience:${id}`,
            label: `Audience: ${audience.name}`,
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
export function ExportCsv({ subject, asked }: { subject: Subject; asked: ReportQuery }) {
  const { name: site } = useSite();
  return (
    <Button
      component="a"
      href={csvOf(subject, asked, site)}
      download={`report-${site}-${subject.kind}-${subject.id}.csv`}
      variant="default"
      leftSection={<Icon name="download" />}
    >
      Export CSV
    </Button>
  );
}
