// Filters of the audit log: what kind of thing, its name, who, and when. They stand in the address.
import { type AuditedKind, auditedKinds, isAutomatic, kindsReadBy } from '@attune/contract';
import {
  Autocomplete,
  Button,
  type ComboboxItem,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useSite } from '../../shell/site-context.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { endOfDay, startOfDay } from '../../ui/day.ts';
import { useTeammateNames } from '../../ui/teammates.tsx';
import type { Entry } from './formats.ts';
import type { AuditQuery } from './pages-of-entries.ts';
import { kinds } from './things.ts';

export interface Filter {
  /** A kind of things; '': all that people change. */
  readonly kind: AuditedKind | '';
  /** The id of one thing of the kind, and what to call it. */
  readonly thing: string;
  readonly called: string;
  readonly search: string;
  readonly actor: string;
  /** Days, in the site's time zone, both included. */
  readonly from: string;
  readonly to: string;
  /** 'yes': also what Attune changes by itself. */
  readonly automatic: '' | 'yes';
}

const noFilter: Filter = {
  ...{ kind: '', thing: '', called: '', search: '', actor: '', from: '', to: '', automatic: '' },
};
const names = Object.keys(noFilter) as readonly (keyof Filter)[];
export const isFiltering = ({ automatic: _, ...filter }: Filter) =>
  Object.values(filter).some((text) => text !== '');

/** The filter as the address has it, and how to change it. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const given = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']));
  const kind = auditedKinds.find((one) => one === given['kind']) ?? '';
  const filter = { ...noFilter, ...given, kind } as Filter;
  const set = (part: Partial<Filter>) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, text]) => text !== '');
    setSearch(Object.fromEntries(next), { replace: true });
  };
  return { filter, set, clear: () => setSearch({}, { replace: true }) };
}

/** What to ask for a filter; days begin and end as the time zone has them. */
export function queryOf(
  filter: Filter,
  timeZone: string,
  readable: readonly AuditedKind[],
): AuditQuery {
  const { kind, thing, search, actor, automatic } = filter;
  const from = startOfDay(filter.from, timeZone)?.toISOString();
  const to = endOfDay(filter.to, timeZone)?.toISOString();
  const wanted = kind === '' ? readable.filter((one) => !isAutomatic(one)) : [kind];
  const isAll = kind === '' && automatic !== '';
  return {
    ...(!isAll && { kinds: wanted.join(',') }),
    ...(kind !== '' && thing !== '' && { subjectId: thing }),
    ...(search && { search }),
    ...(actor && { actor }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The kinds whose entries the teammate reads on the site. */
export const useReadableKinds = () => kindsReadBy(useSite(), consoleApi);

interface Shown {
  readonly filter: Filter;
  readonly onFilter: (part: Partial<Filter>) => void;
  readonly onClear: () => void;
  /** Those that are known suggest people to filter by. */
  readonly entries: readonly Entry[];
}

export function Filters({ filter, onFilter, onClear, entries }: Shown) {
  const readable = useReadableKinds();
  const kindsShown: ComboboxItem[] = readable
    .map((kind) => ({ value: kind, label: kinds[kind].title }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
  return (
    <Stack gap="sm" component="search" aria-label="Filter">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        <Select
          label="What"
          placeholder="Everything"
          data={kindsShown}
          value={filter.kind || null}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': 'Show everything' }}
          onChange={(kind) =>
            onFilter({ kind: (kind ?? '') as Filter['kind'], thing: '', called: '' })
          }
        />
        <TextInput
          label="Name"
          placeholder="Part of its name"
          value={filter.search}
          onChange={(event) => onFilter({ search: event.currentTarget.value })}
        />
        <ActorField
          value={filter.actor}
          entries={entries}
          onChange={(actor) => onFilter({ actor })}
        />
        <DateRange value={filter} onChange={onFilter} />
      </SimpleGrid>
      <Group gap="sm">
        <Switch
          size="sm"
          label="Show automatic changes"
          checked={filter.automatic !== ''}
          onChange={(event) => onFilter({ automatic: event.currentTarget.checked ? 'yes' : '' })}
        />
        {filter.kind !== '' && filter.thing !== '' && (
          <Text size="sm">
            Only {kinds[filter.kind].noun} <b>{filter.called || filter.thing}</b>
          </Text>
        )}
        {isFiltering(filter) && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface ActorGiven {
  readonly value: string;
  readonly entries: readonly Entry[];
  readonly onChange: (actor: string) => void;
}

/** Teammates are offered by name; those who have left, and keys, as far as entries name them. */
function ActorField({ value, entries, onChange }: ActorGiven) {
  const people = useTeammateNames();
  const actors = [...new Set([...people.keys(), ...entries.map(({ actor }) => actor)])].sort();
  return (
    <Autocomplete
      label="Who"
      placeholder="E-mail address or key"
      data={actors}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{people.get(option.value) ?? option.value}</Text>
          {people.has(option.value) && (
            <Text size="xs" c="dimmed">
              {option.value}
            </Text>
          )}
        </div>
      )}
      value={value}
      onChange={onChange}
      maxLength={200}
    />
  );
}
