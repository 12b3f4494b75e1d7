// Columns that would show well what users like; a click adds one.
import { Button, Group, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Feed, feedParams } from '../feed.ts';
import { affinityMax } from '../new-feed.tsx';

interface Given {
  readonly feed: Feed;
  /** The best first. */
  readonly columns: readonly string[];
}

export function Suggested({ feed, columns }: Given) {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.changeFeed);
  const change = useChange(consoleApi.changeFeed, [
    consoleApi.listFeeds,
    consoleApi.readFeed,
    consoleApi.listAudit,
  ]);
  const others = columns.filter((column) => !feed.affinity.includes(column));
  const isFull = feed.affinity.length >= affinityMax;
  const add = (column: string) =>
    change.mutate({
      ...feedParams(site, feed.id),
      body: { affinity: [...feed.affinity, column] },
    });
  return (
    <Section
      title="Affinity columns"
      about="Profiles learn what visitors like from these columns. Good ones have few values, each on many items."
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} role="status">
        {feed.affinity.length === 0 ? 'None chosen.' : `Chosen: ${feed.affinity.join(', ')}.`}
      </Text>
      {others.length === 0 ? (
        <Text size="sm">No other column is suitable.</Text>
      ) : (
        <Group gap="xs" role="group" aria-label="Suggested">
          {others.map((column) => (
            <Button
              key={column}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              aria-label={`Add ${column}`}
              disabled={!mayChange || isFull}
              loading={change.isPending && change.variables?.body.affinity?.at(-1) === column}
              onClick={() => add(column)}
            >
              {column}
            </Button>
          ))}
        </Group>
      )}
      {isFull && <Text size="sm">A feed can have {affinityMax} affinity columns.</Text>}
      <ErrorAlert error={change.error} />
    </Section>
  );
}
