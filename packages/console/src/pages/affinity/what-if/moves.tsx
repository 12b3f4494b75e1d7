// By property, how many people would change, and which values they would come to or leave.
import { Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';
import { StackedTable } from '../../../ui/stacked-table.tsx';

type Tried = Answer<'tryAffinity'>;

const valuesShown = 4;

export function Moves({ tried }: { tried: Tried }) {
  if (tried.properties.length === 0)
    return <Text size="sm">These visitors have no profile yet.</Text>;
  return (
    <StackedTable
      label="Effect by property"
      heads={[...['Property', 'New favorite', 'New top 5', 'Site average'], 'Favorites']}
      rows={tried.properties.map(({ property, users, topChanged, orderChanged, ...more }) => ({
        key: property,
        cells: [
          property,
          `${topChanged} of ${users}`,
          `${orderChanged} of ${users}`,
          sayWeight(more.siteWeight),
          more.values
            .slice(0, valuesShown)
            .map(({ value, topBefore, topAfter }) =>
              topBefore === topAfter
                ? `${value} ${topAfter}`
                : `${value} ${topBefore} → ${topAfter}`,
            )
            .join(', '),
        ],
      }))}
    />
  );
}

const sayWeight = ({ before, after }: Tried['properties'][number]['siteWeight']) =>
  before === after ? String(after) : `${before} → ${after}`;
