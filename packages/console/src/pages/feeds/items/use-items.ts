// Pages of a feed’s items: a search that looks at many and finds few goes on until a page is full.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { errorOf } from '../../../api/queries.ts';
import { type Item, itemOf } from '../item-labels.ts';

export interface Wanted {
  readonly q: string;
  /** With `value`: what a column must hold. */
  readonly column: string;
  readonly value: string;
}

interface Found {
  readonly items: readonly Item[];
  readonly next: string | null;
}

type Page = Answer<'listItems'>;

interface Asked {
  readonly site: string;
  readonly feedId: string;
  readonly wanted: Wanted;
  readonly cursor: string | undefined;
  readonly size: number;
}

/** `looked`: how many items the search has looked at so far, while it goes on. */
export function useItems({ site, feedId, wanted, cursor, size }: Asked) {
  const [looked, setLooked] = useState(0);
  const { q, column, value } = wanted;
  const query = { ...(q && { q }), ...(column && value && { column, value }) };
  const asked = useQuery({
    queryKey: [consoleApi.listItems.path, site, feedId, query, cursor, size],
    queryFn: async ({ signal }): Promise<Found> => {
      const items: Item[] = [];
      let from = cursor;
      let seen = 0;
      setLooked(0);
      for (;;) {
        const limit = String(size - items.length);
        const sent = { ...query, limit, ...(from !== undefined && { cursor: from }) };
        const asked = { params: { site, feedId }, query: sent };
        const page: Page = await call(consoleApi.listItems, asked, signal);
        items.push(...page.items.map(itemOf));
        seen += page.looked;
        if (page.next === null || items.length >= size) return { items, next: page.next };
        from = page.next;
        setLooked(seen);
      }
    },
    placeholderData: keepPreviousData,
  });
  return { ...asked, error: errorOf(asked), looked };
}
