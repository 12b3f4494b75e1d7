// Items as a list: the picture, what it is called, where it belongs, what it costs.
import { Anchor, Code, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Mark } from '../../../ui/mark.tsx';
import rows from '../../../ui/row-list.module.css';
import { type Item, nameOf, sayCell, sayPrice, skuOf } from '../item-labels.ts';
import { Picture } from '../picture.tsx';
import { usePlaces } from '../place.ts';
import classes from './items.module.css';

interface Given {
  readonly feedId: string;
  readonly items: readonly Item[];
  /** What the list is of. */
  readonly label: string;
  /** Further details of an item. */
  readonly noteOf?: (item: Item) => ReactNode;
  /** Items that are not in the feed yet have no page. */
  readonly isLinked?: boolean;
}

export function ItemList({ feedId, items, label, noteOf, isLinked = true }: Given) {
  const { addressOf } = usePlaces(feedId);
  return (
    <Paper withBorder component="ul" className={rows['list']} aria-label={label}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a preview may name a sku twice
        <li key={at} className={`${rows['row']} ${classes['row']}`}>
          <Picture item={item} />
          <div className={rows['main']}>
            {isLinked ? (
              <Anchor
                component={Link}
                href={addressOf({ sku: skuOf(item) })}
                size="sm"
                fw={600}
                lineClamp={2}
                className={rows['name']}
              >
                {nameOf(item)}
              </Anchor>
            ) : (
              <Text size="sm" fw={600} lineClamp={2} className={rows['name']}>
                {nameOf(item)}
              </Text>
            )}
            <Text size="xs" c="dimmed" lineClamp={1}>
              <Code style={{ overflowWrap: 'anywhere' }}>{skuOf(item)}</Code>
            </Text>
          </div>
          <Text size="xs" c="dimmed" component="div" lineClamp={2} className={rows['middle']}>
            <span style={{ overflowWrap: 'anywhere' }}>{sayCell(item['categories'])}</span>
            {noteOf && <div>{noteOf(item)}</div>}
          </Text>
          <div className={`${rows['side']} ${classes['side']}`}>
            <Text size="sm" component="div">
              {sayPrice(item)}
            </Text>
            <Stock item={item} />
          </div>
        </li>
      ))}
    </Paper>
  );
}

export function Stock({ item }: { item: Item }) {
  const inStock = item['in_stock'];
  if (typeof inStock !== 'boolean') return null;
  return (
    <Mark tone={inStock ? 'good' : 'odd'} size="sm">
      {inStock ? 'In stock' : 'Out of stock'}
    </Mark>
  );
}
