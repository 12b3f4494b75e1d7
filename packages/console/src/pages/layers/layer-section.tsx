// One layer: the bar of its slots, and who holds what.
import { Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import { Swatch } from '../../ui/hue.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { Section } from '../../ui/section.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DeleteLayer } from './delete-layer.tsx';
import type { Layer } from './layer.ts';
import { LayerDialog } from './layer-dialog.tsx';
import { countHeld, partsOf, sayHeld } from './slots.ts';

interface Row {
  readonly member: Layer['layer']['members'][number];
  readonly hue: number;
  /** The part of the layer that it has. */
  readonly held: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const columns: readonly Column<Row>[] = [
  {
    id: 'campaign',
    head: 'Campaign',
    cell: ({ member: { campaignId, selector }, hue }) => (
      <>
        <Swatch at={hue} />
        <PageLink to={`reports?campaign=${campaignId}`}>{selector}</PageLink>
      </>
    ),
    sortBy: ({ member }) => member.selector,
  },
  {
    id: 'share',
    head: 'Requested',
    cell: ({ member }) => sayShare(member.share),
    sortBy: ({ member }) => member.share,
    isNumber: true,
    total: (rows) => sayShare(sum(rows.map(({ member }) => member.share))),
  },
  {
    id: 'held',
    head: 'Allocated',
    cell: ({ held }) => sayShare(held),
    sortBy: ({ held }) => held,
    isNumber: true,
    total: (rows) => sayShare(sum(rows.map(({ held }) => held))),
  },
  { id: 'slots', head: 'Slots', cell: ({ member }) => sayHeld(member) },
];

export function LayerSection({ layer: given }: { layer: Layer }) {
  const { layer } = given;
  const { name, slots, free, members } = layer;
  const rows = useMemo(
    () => members.map((member, hue) => ({ member, hue, held: countHeld(member) / slots })),
    [members, slots],
  );
  return (
    <Section
      title={name}
      about={`${[free, slots].map((count) => count.toLocaleString('en-GB')).join(' of ')} slots free`}
      actions={<Actions layer={given} />}
    >
      <RangeBar label={`Slots of ${name}, by campaign`} parts={partsOf(layer)} />
      {members.length === 0 ? (
        <Text size="sm">
          No campaigns in this layer yet. Choose the layer under Allocation in a campaign.
        </Text>
      ) : (
        <DataTable
          label={`Campaigns of ${name}`}
          rows={rows}
          columns={columns}
          idOf={({ member }) => member.campaignId}
        />
      )}
    </Section>
  );
}

function Actions({ layer }: { layer: Layer }) {
  const [asked, setAsked] = useState<'change' | 'delete'>();
  const mayChange = useMay(consoleApi.replaceLayer);
  const mayDelete = useMay(consoleApi.deleteLayer);
  const { name } = layer.layer;
  const onClose = () => setAsked(undefined);
  return (
    <Group gap={4}>
      <ChangeAndDelete
        name={name}
        changing="Rename"
        mayChange={mayChange}
        mayDelete={mayDelete}
        onChange={() => setAsked('change')}
        onDelete={() => setAsked('delete')}
      />
      {asked === 'change' && <LayerDialog layer={layer} onClose={onClose} />}
      {asked === 'delete' && <DeleteLayer layer={layer} onClose={onClose} />}
    </Group>
  );
}
