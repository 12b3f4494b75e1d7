// Addresses within the pages of feeds: which feed, which part of it, which item.
import { useSearchParams } from 'wouter';
import { useSite } from '../../shell/site-context.ts';

export const parts = ['items', 'upload', 'history', 'health', 'pull', 'settings'] as const;
export type Part = (typeof parts)[number];

export interface Place {
  readonly part?: Part;
  readonly sku?: string;
  /** A file that was sent and is not published yet. */
  readonly upload?: string;
}

const searchOf = (id: string, { part = 'items', sku, upload }: Place) => ({
  id,
  ...(part !== 'items' && { show: part }),
  ...(sku !== undefined && { sku }),
  ...(upload !== undefined && { upload }),
});

/** The part of a feed that the address names. */
export function partOf(search: URLSearchParams): Part {
  return parts.find((part) => part === search.get('show')) ?? 'items';
}

/** Leads to a part of a feed: `addressOf` for links, `go` for what is done in code. */
export function usePlaces(id: string) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  return {
    addressOf: (place: Place) =>
      `/${site}/feeds?${new URLSearchParams(searchOf(id, place)).toString()}`,
    go: (place: Place) => setSearch(searchOf(id, place)),
  };
}
