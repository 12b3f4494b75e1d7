// Whole lists, page after page: for tables, and for choosing among all that a site has.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from './call.ts';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { errorOf } from './queries.ts';

type ItemOf<E extends ConsoleEndpoint> =
  AnswerOf<E> extends { readonly items: readonly (infer Item)[] } ? Item : never;

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

type Filter = Readonly<Record<string, string>>;
const noFilter: Filter = {};

/**
 * Every item of a site's list, the newest first. Those that have come so far are there while the
 * rest is loaded; `isWhole` says when all are.
 */
export function useListed<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  site: string,
  filter: Filter = noFilter,
) {
  const asked = useInfiniteQuery({
    queryKey: [endpoint.path, 'every', site, filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      const query = { ...filter, order: 'newest', limit: '100', ...cursor };
      const sent = { params: { site }, query } as unknown as SentTo<E>;
      return (await call(endpoint, sent, signal)) as Listed<ItemOf<E>>;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    // Comparing all that has come with each page that comes would take longer than the pages.
    structuralSharing: false,
  });
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = asked;
  useEffect(() => {
    // Others who show the same list may be loading it.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const items = useMemo(() => data && itemsOf(data), [data]);
  return { items, isWhole: data !== undefined && !hasNextPage, error: errorOf(asked), refetch };
}

const itemsOf = <Item>({ pages }: InfiniteData<Listed<Item>>): readonly Item[] =>
  pages.flatMap(({ items }) => items);

/** Every item of a site's list, the oldest first, once all are there. */
export function useEvery<E extends ConsoleEndpoint>(endpoint: EndpointRef<E>, site: string) {
  const { items, isWhole, error, refetch } = useListed(endpoint, site);
  const data = useMemo(() => (isWhole ? items?.toReversed() : undefined), [isWhole, items]);
  return { data, error, refetch };
}
