// The holdouts of a site, each with what the whole programme does by it.
import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import { sayChange, sayInterval95 } from '../reports/numbers.ts';
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
    head: 'Held out',
    cell: ({ holdout: { share } }) => (
      <>
        {sayShare(share)} of users
        <RangeBar
          label={`${sayShare(share)} of users are held out`}
          parts={[{ from: 0, to: share, hue: 1 }]}
        />
      </>
    ),
    sortBy: ({ holdout }) => holdout.share,
    isLatestFirst: true,
  },
  {
    id: 'campaigns',
    head: 'From',
    cell: ({ holdout }) => sayCampaigns(holdout),
    sortBy: ({ holdout }) => sayCampaigns(holdout),
  },
  { id: 'lift', head: 'Lift of the programme', cell: ({ id }) => <Programme id={id} /> },
];

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
    return <Text size="sm">{metric.name}: no final results yet</Text>;
  }
  return (
    <>
      {sayChange(uplift.estimate)} {metric.name}
      <Text size="xs" c="dimmed">
        {sayInterval95(uplift, sayChange)}
      </Text>
    </>
  );
}
