// The journal: what campaigns were to show, what they showed, and what was decided; searched.
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { decisions, isDecision } from './decisions.ts';

type Item = Answer<'listJournal'>['items'][number];

const typingMs = 300;
const noFilter = { q: '', owner: '', decision: '', from: '', to: '' };

export function Journal() {
  const { name: site } = useSite();
  const [filter, setFilter] = useState(noFilter);
  const [settled] = useDebouncedValue(filter, typingMs);
  const { decision, ...texts } = settled;
  const query = {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(isDecision(decision) && { decision }),
  };
  const asked = { params: { site }, query };
  const { data, error, refetch } = useAnswer(consoleApi.listJournal, asked, {
    keepsPrevious: true,
    isFresh: true,
  });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Page title="Journal" about="Hypotheses, conclusions and decisions of your campaigns.">
      <Filters filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data?.items.length === 0 && isFiltered && (
        <Text size="sm" role="status">
          No entries match these filters.
        </Text>
      )}
      {data?.items.length === 0 && !isFiltered && (
        <EmptyState icon="report" title="No entries yet">
          Open a campaign, choose Review, and write its hypothesis and owner under Journal.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <Section title={data.items.length === 1 ? '1 entry' : `${data.items.length} entries`}>
          <ul className={rows['list'] ?? ''} aria-label="Journal, last changed first">
            {data.items.map((item) => (
              <Entry key={item.campaignId} item={item} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}

interface FiltersGiven {
  readonly filter: typeof noFilter;
  readonly onChange: (part: Partial<typeof noFilter>) => void;
}

function Filters({ filter, onChange }: FiltersGiven) {
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label="Search"
        type="search"
        value={filter.q}
        onChange={(event) => onChange({ q: event.currentTarget.value })}
      />
      <Select
        label="Decision"
        data={[...decisions]}
        placeholder="All"
        clearable
        clearButtonProps={{ 'aria-label': 'Show all decisions', tabIndex: 0 }}
        value={filter.decision || null}
        onChange={(decision) => onChange({ decision: decision ?? '' })}
      />
      <TextInput
        label="Owner"
        value={filter.owner}
        onChange={(event) => onChange({ owner: event.currentTarget.value })}
      />
      <DateRange value={filter} onChange={onChange} />
    </Group>
  );
}

const tones = { shipped: 'good', reverted: 'bad', inconclusive: 'odd' } as const;

function Entry({ item: { campaignId, name, entry } }: { item: Item }) {
  const { decision, decidedAt, decidedBy, hypothesis, owner, conclusion } = entry;
  const word = decisions.find(({ value }) => value === (decision ?? 'open'))?.label;
  return (
    <li>
      <Stack gap={2} py="xs" style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600} component="div">
          <PageLink to={`campaigns?id=${campaignId}&section=review`}>{name}</PageLink>{' '}
          <Mark tone={decision ? tones[decision] : 'neutral'} size="sm">
            {word}
          </Mark>
        </Text>
        <Text size="xs" c="dimmed">
          {owner === '' ? 'No owner' : `Owner: ${owner}`}
          {decidedAt && (
            <>
              . Decided by {decidedBy} <Time at={decidedAt} />
            </>
          )}
        </Text>
        {hypothesis && <Text size="sm">Hypothesis: {hypothesis}</Text>}
        {conclusion && <Text size="sm">Conclusion: {conclusion}</Text>}
      </Stack>
    </li>
  );
}
