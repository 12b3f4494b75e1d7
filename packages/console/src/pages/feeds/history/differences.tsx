// What differs between two revisions of a feed: item by item, column by column.
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useSite } from '../../../shell/site-context.ts';
import changes from '../../../ui/differences.module.css';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { sayCell } from '../item-labels.ts';
import { differences } from '../labels.ts';
import classes from './history.module.css';

type Difference = Answer<'compareFeedRevisions'>['items'][number];

interface Given {
  readonly feedId: string;
  readonly from: number;
  readonly to: number;
  readonly size?: number;
}

export function Differences({ feedId, from, to, size = 10 }: Given) {
  const { name: site } = useSite();
  const asked = useInfiniteQuery({
    queryKey: [consoleApi.compareFeedRevisions.path, site, feedId, from, to, size],
    queryFn: ({ pageParam }) =>
      call(consoleApi.compareFeedRevisions, {
        params: { site, feedId },
        query: {
          ...{ from: String(from), to: String(to), limit: String(size) },
          ...(pageParam !== '' && { cursor: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  if (asked.error) return <ErrorAlert error={asked.error} onRetry={asked.refetch} />;
  if (!asked.data) return <ListSkeleton rows={2} />;
  const items = asked.data.pages.flatMap((page) => page.items);
  return (
    <Stack gap="xs">
      {items.length === 0 && (
        <Text size="sm" role="status">
          {asked.hasNextPage ? 'No differences so far.' : 'No differences.'}
        </Text>
      )}
      {items.length > 0 && (
        <Stack
          component="ul"
          gap="xs"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={`Differences from revision ${from} to ${to}`}
        >
          {items.map((item) => (
            <One key={item.sku} item={item} />
          ))}
        </Stack>
      )}
      {asked.hasNextPage && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={asked.isFetchingNextPage}
            onClick={() => asked.fetchNextPage()}
          >
            {items.length === 0 ? 'Search further' : 'Show more'}
          </Button>
          {asked.isFetchingNextPage && <Loader role="status" size={14} aria-label="Loading" />}
        </Group>
      )}
    </Stack>
  );
}

function One({ item: { sku, change, columns } }: { item: Difference }) {
  const [said, tone] = differences[change];
  return (
    <li>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        <Mark tone={tone} size="sm">
          {said}
        </Mark>{' '}
        {sku}
      </Text>
      {change === 'changed' && (
        <ul className={classes['cells']}>
          {columns.map(({ column, before, after }) => (
            <li key={column}>
              <b>{column}</b>: <Before cell={before} /> → <After cell={after} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const most = 300;
const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text);

function Before({ cell }: { cell: unknown }) {
  if (cell === undefined) return 'empty';
  return <del className={changes['before']}>{cut(sayCell(cell))}</del>;
}

function After({ cell }: { cell: unknown }) {
  if (cell === undefined) return 'empty';
  return <ins className={changes['after']}>{cut(sayCell(cell))}</ins>;
}
