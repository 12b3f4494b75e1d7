// The entries of the audit log, page by page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useSite } from '../../shell/site-context.ts';
import type { Entry } from './formats.ts';

export type AuditQuery = Readonly<
  Partial<Record<'kinds' | 'subjectId' | 'actor' | 'search' | 'from' | 'to', string>>
>;
type PageOfEntries = Answer<'listAudit'>;

/** As few questions as may be when all of it is wanted. */
const mostAtOnce = '100';

function askPage(site: string, query: AuditQuery, cursor: string): Promise<PageOfEntries> {
  const from = cursor === '' ? {} : { cursor };
  return call(consoleApi.listAudit, { params: { site }, query: { ...query, ...from } });
}

/** Entries as they are looked at: a page, and more on demand. */
export function useEntries(query: AuditQuery) {
  const { name } = useSite();
  return useInfiniteQuery({
    queryKey: [consoleApi.listAudit.path, name, query],
    queryFn: ({ pageParam }) => askPage(name, query, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** Every entry that a query finds, in the order of the log, a page at a time. */
export async function* readAll(
  site: string,
  query: AuditQuery,
): AsyncGenerator<readonly Entry[], void> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: PageOfEntries = await askPage(site, { ...query, ...limit }, cursor);
    yield page.entries;
    cursor = page.next;
  }
}

const limit = { limit: mostAtOnce };
