// A product of a feed, found by its name or sku, and shown.
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { nameOf, sayPrice } from '../../../feeds/item-labels.ts';
import { Picture } from '../../../feeds/picture.tsx';
import { SkuField } from '../../../strategies/preview/sku-fields.tsx';
import { useProducts } from '../../../templates/use-products.ts';

interface Given {
  readonly label: string;
  /** A sku. */
  readonly value: string;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (sku: string) => void;
}

export function ProductField({ label, value, error, isReadOnly, onChange }: Given) {
  const { name: site } = useSite();
  const { data: feeds = [] } = useEvery(consoleApi.listFeeds, site);
  const [chosen, setChosen] = useState<string>();
  const feedId = chosen ?? feeds[0]?.id;
  const item = useProducts(value === '' ? [] : [value]).get(value);
  return (
    <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
      <Group gap="xs" align="flex-end">
        <SkuField {...{ label, value, error, isReadOnly, feedId, onChange }} />
        {feeds.length > 1 && !isReadOnly && (
          <NativeSelect
            size="xs"
            aria-label="Feed to search"
            data={feeds.map(({ id, name }) => ({ value: id, label: name }))}
            value={feedId}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
      </Group>
      {item && (
        <Group gap="xs" wrap="nowrap">
          <Picture item={item} size={32} />
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {nameOf(item)} {sayPrice(item)}
          </Text>
        </Group>
      )}
      {feeds.length === 0 && (
        <Text size="xs" c="dimmed">
          The site has no feed to search. Type a sku.
        </Text>
      )}
    </Stack>
  );
}
