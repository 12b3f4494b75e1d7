// Filters of the audit log: actor, action, object, and time.
import { Autocomplete, Button, SimpleGrid, TextInput } from '@mantine/core';
import { endOfDay, startOfDay } from '../../ui/day.ts';
import type { Entry } from './formats.ts';
import type { AuditQuery } from './pages-of-entries.ts';

export interface Filter {
  readonly search: string;
  readonly actor: string;
  readonly action: string;
  /** Days, in the site's time zone, both included. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: Filter = { search: '', actor: '', action: '', from: '', to: '' };
export const isFiltering = (filter: Filter) => Object.values(filter).some((text) => text !== '');

/** What to ask for a filter; days begin and end as the time zone has them. */
export function queryOf(filter: Filter, timeZone: string): AuditQuery {
  const { search, actor, action } = filter;
  const from = startOfDay(filter.from, timeZone)?.toISOString();
  const to = endOfDay(filter.to, timeZone)?.toISOString();
  return {
    ...(search && { search }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

interface Shown {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** Those that are known suggest actors and actions to filter by. */
  readonly entries: readonly Entry[];
}

export function Filters({ filter, onFilter, entries }: Shown) {
  const set = (part: Partial<Filter>) => onFilter({ ...filter, ...part });
  const isBackwards = filter.from !== '' && filter.to !== '' && filter.from > filter.to;
  return (
    <SimpleGrid cols={{ base: 2, md: 6 }} spacing="sm" role="search" aria-label="Filter">
      <TextInput
        label="About"
        placeholder="A name in it"
        value={filter.search}
        onChange={(event) => set({ search: event.currentTarget.value })}
      />
      <Autocomplete
        label="Who"
        placeholder="A name or address"
        data={known(entries.map(({ actor }) => actor))}
        value={filter.actor}
        onChange={(actor) => set({ actor })}
        maxLength={200}
      />
      <Autocomplete
        label="Action"
        placeholder="Begins with: key."
        data={known(entries.map(({ action }) => action))}
        value={filter.action}
        onChange={(action) => set({ action })}
        maxLength={100}
      />
      <TextInput
        label="From"
        type="date"
        value={filter.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To, included"
        type="date"
        value={filter.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
        error={isBackwards && 'Before the first day'}
      />
      <Button
        variant="default"
        mt={25}
        disabled={!isFiltering(filter)}
        onClick={() => onFilter(noFilter)}
      >
        Show all
      </Button>
    </SimpleGrid>
  );
}

const known = (names: readonly string[]) => [...new Set(names)].sort();
