// What a file would make of the feed, in four numbers.
import { SimpleGrid, Text } from '@mantine/core';
import { sayCount } from '../feed.ts';
import classes from './counts.module.css';

interface Given {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

const words: readonly (readonly [keyof Given, string])[] = [
  ['added', 'new'],
  ['changed', 'changed'],
  ['unchanged', 'as they are'],
  ['removed', 'removed'],
  ['rejected', 'rows rejected'],
];

export function Counts(given: Given) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} component="dl" m={0}>
      {words.map(([name, said]) => (
        <div key={name} className={classes['count']}>
          <Text component="dt" size="sm" c="dimmed">
            {said}
          </Text>
          <Text component="dd" m={0} size="xl" fw={650} className={classes['number']}>
            {sayCount(given[name])}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
