// The layer that a campaign is in: of the campaigns of one, a user is in one at most.
import { Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { sayShare } from './differences.ts';
import type { Form } from './form.ts';

export function LayerFields({ form }: { form: Form }) {
  const { name: site } = useSite();
  const { layer } = form.draft;
  const listed = useAnswer(consoleApi.listLayers, { params: { site }, query: { limit: '100' } });
  const layers = listed.data?.items ?? [];
  if (layers.length === 0 && layer === undefined) return null;
  const chosen = layers.find(({ id }) => id === layer?.id)?.layer;
  const choose = (id: string) =>
    form.set({ layer: id === '' ? undefined : { id: Number(id), share: layer?.share ?? 0.5 } });
  const fault = form.faultOf('/layer');
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Layer"
          style={{ flex: '0 1 20rem' }}
          disabled={form.isReadOnly}
          value={layer ? String(layer.id) : ''}
          data={[
            { value: '', label: 'None: visitors can be in other campaigns too' },
            ...layers.map(({ id, layer: { name } }) => ({ value: String(id), label: name })),
            ...(layer && listed.data && !chosen
              ? [{ value: String(layer.id), label: `Layer ${layer.id}` }]
              : []),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {layer && (
          <NumberInput
            label="Share of the layer"
            w={180}
            min={0.01}
            max={100}
            decimalScale={2}
            suffix=" %"
            readOnly={form.isReadOnly}
            value={Math.round(layer.share * 10_000) / 100}
            onChange={(typed) =>
              typeof typed === 'number' && form.set({ layer: { ...layer, share: typed / 100 } })
            }
          />
        )}
      </Group>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {fault}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        A visitor is in at most one campaign of a layer.
        {chosen && ` ${sayShare(chosen.free / chosen.slots)} of this layer is free.`}
      </Text>
    </div>
  );
}
