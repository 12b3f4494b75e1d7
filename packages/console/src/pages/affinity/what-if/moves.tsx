// The favorites of visitors by property and, where settings were changed, how many would change.
import { Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';
import { StackedTable } from '../../../ui/stacked-table.tsx';

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
  const changes = isChanged ? ['New favorite', 'New top 5', 'Site average'] : [];
  return (
    <StackedTable
      label="Effect by property"
      heads={['Property', ...changes, 'Most common favorites']}
      rows={tried.properties.map((moved) => ({
        key: moved.property,
        cells: [
          moved.property,
          ...(isChanged ? sayChanges(moved) : []),
          moved.values.slice(0, valuesShown).map(sayValue).join(', '),
        ],
      }))}
    />
  );
}

const sayChanges = ({ users, topChanged, orderChanged, siteWeight }: Property) => [
  `${topChanged} of ${users}`,
  `${orderChanged} of ${users}`,
  siteWeight.before === siteWeight.after
    ? String(siteWeight.after)
    : `${siteWeight.before} → ${siteWeight.after}`,
];

function sayValue({ value, topBefore, topAfter }: Property['values'][number]): string {
  const users = topBefore === topAfter ? topAfter : `${topBefore} → ${topAfter}`;
  return `${value} (${users})`;
}
