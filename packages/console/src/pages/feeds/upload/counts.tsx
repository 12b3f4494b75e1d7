// How a file would change the feed, in five numbers.
import { SimpleGrid, Text } from '@mantine/core';
import { sayCount } from '../feed.ts';
import classes from './counts.module.css';

interface Given {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly skipped: number;
}

const words: readonly (readonly [keyof Given, string])[] = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['removed', 'Removed'],
  ['rejected', 'Rejected rows'],
  ['skipped', 'Skipped rows'],
];

export function Counts(given: Given) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} component="dl" m={0}>
      {words
        .filter(([name]) => name !== 'skipped' || given.skipped > 0)
        .map(([name, said]) => (
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
