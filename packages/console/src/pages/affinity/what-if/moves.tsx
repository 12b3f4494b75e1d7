// The favorites of visitors by property and, where settings were changed, how many would change.
import { Stack, Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';

type Tried = Answer<'tryAffinity'>;
type Property = Tried['properties'][number];

const valuesShown = 4;

interface Given {
  readonly tried: Tried;
  /** Do the settings of the page differ from the saved ones? */
  readonly isChanged: boolean;
}

export function Moves({ tried, isChanged }: Given) {
  if (tried.properties.length === 0) {
    return <Text size="sm">These visitors have no profile yet.</Text>;
  }
  return (
    <Stack component="ul" gap="sm" m={0} p={0} aria-label="Effect by property">
      {tried.properties.map((moved) => (
        <Text
          key={moved.property}
          component="li"
          size="sm"
          style={{ listStyle: 'none', overflowWrap: 'anywhere' }}
        >
          <b>{moved.property}</b>
          {isChanged && (
            <Text size="sm" c="dimmed">
              {sayChanges(moved)}
            </Text>
          )}
          <div>Favorites: {moved.values.slice(0, valuesShown).map(sayValue).join(', ')}</div>
        </Text>
      ))}
    </Stack>
  );
}

function sayChanges({ users, topChanged, orderChanged, siteWeight }: Property): string {
  const { before, after } = siteWeight;
  const changes = `New favorite for ${topChanged} of ${users}, new top 5 for ${orderChanged}`;
  return before === after ? changes : `${changes}, site average ${before} → ${after}`;
}

function sayValue({ value, topBefore, topAfter }: Property['values'][number]): string {
  const users = topBefore === topAfter ? topAfter : `${topBefore} → ${topAfter}`;
  return `${value} (${users})`;
}
