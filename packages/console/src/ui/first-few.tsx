// A titled list of the first few of what may be many, and how many more there are.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FirstFewProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly most: number;
  readonly keyOf: (item: Item) => string | number;
  readonly children: (item: Item) => ReactNode;
}

/** A titled list of the first `most` items. */
export function FirstFew<Item>({ title, items, most, keyOf, children }: FirstFewProps<Item>) {
  const more = items.length - most;
  return (
    <div>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <List size="sm" mt={4}>
        {items.slice(0, most).map((item) => (
          <List.Item key={keyOf(item)} style={{ overflowWrap: 'anywhere' }}>
            {children(item)}
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          and {more} more
        </Text>
      )}
    </div>
  );
}
