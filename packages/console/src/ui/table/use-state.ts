// Where a table's state is: with the table, or in the page's address, which can be copied.
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { changed, emptyState, stateIn, type TableState, withState } from './state.ts';

/** What is shown of a table, and how that changes. */
export interface TableStore {
  readonly state: TableState;
  readonly onChange: (part: Partial<TableState>) => void;
}

/** A text goes into the address once nothing was typed for so long: browsers bound its changes. */
const settledMs = 300;

export function useLocalState(): TableStore {
  const [state, setState] = useState(emptyState);
  const onChange = (part: Partial<TableState>) => setState((before) => changed(before, part));
  return { state, onChange };
}

/**
 * A store in the address; `filterIds` are the columns that can be filtered by. `usual` is the order
 * of an address that names none.
 */
export function useAddressState(
  filterIds: readonly string[] = [],
  usual?: TableState['sort'],
): TableStore {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const address = search.toString();
  const inAddress = useMemo(
    () => stateIn(new URLSearchParams(address), filterIds),
    [address, filterIds],
  );
  const write = (part: Partial<TableState>) =>
    setSearch((before) => withState(before, changed(stateIn(before, filterIds), part), filterIds), {
      replace: true,
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing begins the wait again
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => {
      write({ q: typed });
      setTyped(undefined);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const state = useMemo(() => {
    const sorted = { ...inAddress, sort: inAddress.sort ?? usual };
    return typed === undefined ? sorted : changed(sorted, { q: typed });
  }, [inAddress, typed, usual]);
  const onChange = ({ q, ...part }: Partial<TableState>) => {
    if (q !== undefined) setTyped(q);
    if (q === undefined || Object.keys(part).length > 0) write(part);
  };
  return { state, onChange };
}
