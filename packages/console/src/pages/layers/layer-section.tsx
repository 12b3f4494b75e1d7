// One layer: the bar of its slots, and who holds what.
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import { Swatch } from '../../ui/hue.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { DeleteLayer } from './delete-layer.tsx';
import type { Layer } from './layer.ts';
import { LayerDialog } from './layer-dialog.tsx';
import { countHeld, partsOf, sayHeld } from './slots.ts';

export function LayerSection({ layer: given }: { layer: Layer }) {
  const { layer } = given;
  const { name, slots, free, members } = layer;
  return (
    <Section
      title={name}
      about={`${[free, slots].map((count) => count.toLocaleString('en-GB')).join(' of ')} slots are free.`}
      actions={<Actions layer={given} />}
    >
      <RangeBar label={`Slots of ${name}, by campaign`} parts={partsOf(layer)} />
      {members.length === 0 ? (
        <Text size="sm">
          No campaign is in this layer yet: a campaign’s form asks for its share.
        </Text>
      ) : (
        <StackedTable
          label={`Campaigns of ${name}`}
          heads={['Campaign', 'Asked for', 'Holds', 'Slots']}
          rows={members.map((member, at) => ({
            key: member.campaignId,
            cells: [
              <span key="name">
                <Swatch at={at} />
                <PageLink to={`reports?campaign=${member.campaignId}`}>{member.selector}</PageLink>
              </span>,
              sayShare(member.share),
              sayShare(countHeld(member) / slots),
              sayHeld(member),
            ],
          }))}
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
