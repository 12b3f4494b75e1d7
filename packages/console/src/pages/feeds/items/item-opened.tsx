// An item: its picture, every column of it, its other languages, and what users did with it.
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { CopyIcon } from '../../../ui/copy-button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ListSkeleton, Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import type { Feed } from '../feed.ts';
import {
  columnsOf,
  type Item,
  itemOf,
  localFormsOf,
  nameOf,
  sayCell,
  sayPrice,
  webAddressOf,
} from '../item-labels.ts';
import { Picture } from '../picture.tsx';
import { usePlaces } from '../place.ts';
import { Activity } from './activity.tsx';
import { Stock } from './item-list.tsx';
import { Neighbours } from './neighbours.tsx';

export function ItemOpened({ feed, sku }: { feed: Feed; sku: string }) {
  const { name: site } = useSite();
  const asked = useAnswer(consoleApi.describeItem, { params: { site, feedId: feed.id, sku } });
  const item = itemOf(asked.data?.item);
  return (
    <Page title={asked.data ? nameOf(item) : sku} about={<Back feed={feed} />}>
      <ErrorAlert error={asked.error} onRetry={asked.refetch} />
      {!asked.data && !asked.error && <ListSkeleton rows={6} />}
      {asked.data && <Shown feed={feed} details={asked.data} item={item} sku={sku} />}
    </Page>
  );
}

function Back({ feed }: { feed: Feed }) {
  const { addressOf } = usePlaces(feed.id);
  return (
    <Anchor component={Link} href={addressOf({})} size="sm" style={{ overflowWrap: 'anywhere' }}>
      All items of {feed.name}
    </Anchor>
  );
}

interface Given {
  readonly feed: Feed;
  readonly details: Answer<'describeItem'>;
  readonly item: Item;
  readonly sku: string;
}

function Shown({ feed, details, item, sku }: Given) {
  const locals = [...localFormsOf(item)];
  return (
    <>
      <Section title="Details">
        <Group align="flex-start" gap="lg">
          <Picture item={item} size={160} isNamed />
          <Stack gap={6} style={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Group gap={4} wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{sku}</Code>
              <CopyIcon text={sku} what="the SKU" />
            </Group>
            <PriceNow item={item} now={details.priceNow} />
            <Stock item={item} />
            <Address cell={item['url']} />
          </Stack>
        </Group>
      </Section>
      <Activity events={details.events} />
      <Neighbours feed={feed} sku={sku} />
      <Section title="Columns">
        <StackedTable
          label="Columns"
          heads={['Column', 'Value']}
          rows={columnsOf(item).map(([column, cell]) => ({
            key: column,
            cells: [column, <Value key="value" cell={cell} />],
          }))}
        />
      </Section>
      {locals.length > 0 && (
        <Section title="Other languages" about="Returned instead when a request names the locale.">
          <StackedTable
            label="Other languages"
            heads={['Locale', 'Column', 'Value']}
            rows={locals.flatMap(([locale, forms]) =>
              forms.map(({ column, value }) => ({
                key: `${locale} ${column}`,
                cells: [locale, column, value],
              })),
            )}
          />
        </Section>
      )}
    </>
  );
}

/** What visitors see at this moment; all the item's prices and dates are among its columns. */
function PriceNow({ item, now }: { item: Item; now: Given['details']['priceNow'] }) {
  if (!now) return <Text fw={600}>{sayPrice(item)}</Text>;
  const isReduced = now.regular !== null;
  const change = isReduced ? 'Sale price until' : 'Sale price from';
  return (
    <Group gap="xs">
      <Text fw={600}>{sayPrice({ ...item, price: now.price })}</Text>
      {isReduced && (
        <Text size="sm" c="dimmed">
          Regular price {sayPrice({ ...item, price: now.regular })}
        </Text>
      )}
      {now.until !== null && (
        <Text size="sm" c="dimmed">
          {change} <Moment at={now.until} />
        </Text>
      )}
    </Group>
  );
}

function Address({ cell }: { cell: unknown }) {
  const address = webAddressOf(cell);
  if (address === undefined) return null;
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      size="sm"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {address}
    </Anchor>
  );
}

function Value({ cell }: { cell: unknown }) {
  const text = sayCell(cell);
  if (text === '') {
    return (
      <Text span size="sm" c="dimmed">
        empty
      </Text>
    );
  }
  return <span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>;
}
