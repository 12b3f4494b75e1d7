// The holdouts of a site, each with what the whole programme does by it.
import { sayChange, sayInterval95, verdictOf } from '@attune/core';
import { Box, Group, Skeleton, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import { Mark } from '../../ui/mark.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import { DeleteHoldout } from './delete-holdout.tsx';
import type { Holdout } from './holdout.ts';
import { HoldoutDialog } from './holdout-dialog.tsx';
import { sayCampaigns } from './labels.ts';

interface Given {
  readonly holdouts: readonly Holdout[];
  readonly isPartial: boolean;
}

export function HoldoutTable({ holdouts, isPartial }: Given) {
  const [asked, setAsked] = useState<{ what: 'change' | 'delete'; holdout: Holdout }>();
  const mayChange = useMay(consoleApi.replaceHoldout);
  const mayDelete = useMay(consoleApi.deleteHoldout);
  const onClose = () => setAsked(undefined);
  const actions = (holdout: Holdout) => (
    <ChangeAndDelete
      name={holdout.holdout.name}
      {...{ mayChange, mayDelete }}
      onChange={() => setAsked({ what: 'change', holdout })}
      onDelete={() => setAsked({ what: 'delete', holdout })}
    />
  );
  return (
    <>
      <DataTable
        {...{ label: 'Holdouts', rows: holdouts, columns, isPartial }}
        idOf={({ id }) => id}
        {...((mayChange || mayDelete) && { actions })}
      />
      {asked?.what === 'change' && <HoldoutDialog holdout={asked.holdout} onClose={onClose} />}
      {asked?.what === 'delete' && <DeleteHoldout holdout={asked.holdout} onClose={onClose} />}
    </>
  );
}

const columns: readonly Column<Holdout>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ id, holdout }) => <NameLink to={`reports?holdout=${id}`}>{holdout.name}</NameLink>,
    sortBy: ({ holdout }) => holdout.name,
  },
  {
    id: 'share',
    head: 'Share',
    cell: ({ holdout: { share } }) => (
      <Box w={140}>
        {sayShare(share)} of users
        <RangeBar
          label={`${sayShare(share)} of users are held out`}
          parts={[{ from: 0, to: share, hue: 0 }]}
        />
      </Box>
    ),
    sortBy: ({ holdout }) => holdout.share,
    isLatestFirst: true,
  },
  {
    id: 'campaigns',
    head: 'Campaigns',
    cell: (holdout) => <HeldOutOf {...holdout} />,
    sortBy: ({ holdout }) => sayCampaigns(holdout),
  },
  { id: 'lift', head: 'Effect of all experiences', cell: ({ id }) => <Programme id={id} /> },
];

/** As many exceptions as a row names; the editor of each tells the rest. */
const exceptionsMost = 5;

function HeldOutOf({ holdout, ignoredBy }: Holdout) {
  const more = ignoredBy.length - exceptionsMost;
  return (
    <>
      {sayCampaigns(holdout)}
      {ignoredBy.length > 0 && (
        <Text size="xs" c="dimmed" component="div" maw={360}>
          Except{' '}
          {ignoredBy.slice(0, exceptionsMost).map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <PageLink size="xs" to={`campaigns?id=${id}&section=allocation`}>
                {name}
              </PageLink>
            </Fragment>
          ))}
          {more > 0 && ` and ${more} more`}: live and also shown to held-out users.
        </Text>
      )}
    </>
  );
}

/** What everything together does by the metric that a holdout's report begins with. */
function Programme({ id }: { id: number }) {
  const { name: site } = useSite();
  const { data, error } = useAnswer(consoleApi.reportHoldout, {
    params: { site, id: String(id) },
    query: {},
  });
  if (error) return <Text size="sm">The report could not be loaded. Open it to try again.</Text>;
  if (!data) return <Skeleton height={22} />;
  const { metric, programme } = data;
  // Those who are served, against those who are not.
  const uplift = programme.variations.find(({ id: side }) => side === 1)?.uplift;
  if (!uplift || uplift.estimate === null) {
    return (
      <Text size="sm" c="dimmed">
        {metric.name}: no final results yet
      </Text>
    );
  }
  const verdict = verdictOf(uplift, metric.better);
  const measured = `${sayChange(uplift.estimate)} (${sayInterval95(uplift, sayChange)})`;
  // A number that may be nothing stands behind the word for it.
  return (
    <>
      <Group gap={8}>
        <span>{metric.name}</span>
        <Mark size="sm" tone={verdict ? tones[verdict] : 'neutral'}>
          {verdict ?? 'no clear difference yet'}
        </Mark>
      </Group>
      <Text size="xs" c="dimmed">
        {verdict ? measured : `So far ${measured}`}
      </Text>
    </>
  );
}

const tones = { better: 'good', worse: 'bad' } as const;
