// The journal: what campaigns were to show, what they showed, and what was decided; searched.
import { Group, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
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
import { TeammateSelect, useTeammateNames } from '../../ui/teammates.tsx';
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
      <Filters
        filter={filter}
        owners={data?.items.map(({ entry }) => entry.owner) ?? []}
        onChange={(part) => setFilter({ ...filter, ...part })}
      />
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
        <Stack
          component="ul"
          gap="sm"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
          aria-label="Journal, last changed first"
        >
          {data.items.map((item) => (
            <Entry key={item.campaignId} item={item} />
          ))}
        </Stack>
      )}
    </Page>
  );
}

interface FiltersGiven {
  readonly filter: typeof noFilter;
  readonly owners: readonly string[];
  readonly onChange: (part: Partial<typeof noFilter>) => void;
}

function Filters({ filter, owners, onChange }: FiltersGiven) {
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm" role="search" aria-label="Journal">
      <TextInput
        label="Search"
        type="search"
        placeholder="Name or text"
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
      <TeammateSelect
        label="Owner"
        placeholder="All"
        clearButtonProps={{ 'aria-label': 'Show all owners', tabIndex: 0 }}
        value={filter.owner}
        others={owners}
        onChange={(owner) => onChange({ owner })}
      />
      <DateRange value={filter} onChange={onChange} />
    </SimpleGrid>
  );
}

const tones = { shipped: 'good', reverted: 'bad', inconclusive: 'odd' } as const;

function Entry({ item: { campaignId, name, entry } }: { item: Item }) {
  const { decision, decidedAt, decidedBy, hypothesis, owner, conclusion, changedAt } = entry;
  const names = useTeammateNames();
  const word = decisions.find(({ value }) => value === (decision ?? 'open'))?.label;
  return (
    <Paper withBorder p="md" component="li">
      <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
        <Group justify="space-between" gap="xs" align="flex-start">
          <Text fw={600} component="h2" m={0}>
            <PageLink to={`campaigns?id=${campaignId}&section=review`}>{name}</PageLink>
          </Text>
          <Mark tone={decision ? tones[decision] : 'neutral'}>{word}</Mark>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <Part title="Hypothesis" text={hypothesis} none="None yet" />
          <Part title="Conclusion" text={conclusion} none="None yet" />
        </SimpleGrid>
        <Text size="xs" c="dimmed" component="div">
          {owner === '' ? 'No owner' : `Owned by ${names.get(owner) ?? owner}`}
          {' · '}
          {decidedAt ? (
            <>
              decided by {decidedBy} <Time at={decidedAt} />
            </>
          ) : (
            <>
              changed <Time at={changedAt} />
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}

interface PartGiven {
  readonly title: string;
  readonly text: string;
  readonly none: string;
}

function Part({ title, text, none }: PartGiven) {
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      <Text size="sm" {...(text === '' && { c: 'dimmed' })} style={{ whiteSpace: 'pre-line' }}>
        {text || none}
      </Text>
    </div>
  );
}
