// Making a layer, or giving it another name; how finely it is shared out stays as it was made.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import type { Layer } from './layer-section.tsx';

const sizes = [
  { value: '1000', label: '1,000: shares of 0.1 %' },
  { value: '10000', label: '10,000: shares of 0.01 %' },
];

export function LayerDialog({ layer, onClose }: { layer?: Layer; onClose: () => void }) {
  const [name, setName] = useState(layer?.layer.name ?? '');
  const [slots, setSlots] = useState('1000');
  const [isMissing, setMissing] = useState(false);
  const { save, error, isPending } = useSaving(layer, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted !== '') save(wanted, slots === '10000' ? 10_000 : 1_000);
  };
  const fault = error instanceof Problem ? error.faultOf('name') : undefined;
  return (
    <Dialog onClose={onClose} title={layer ? `Rename ${layer.layer.name}` : 'New layer'}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <TextInput
            label="Name"
            description="What its campaigns have in common: “Checkout page”."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isMissing ? 'Give it a name.' : fault}
            maxLength={200}
            data-autofocus
          />
          {!layer && (
            <Select
              label="Slots"
              description="How finely it can be shared out. It stays as it was made."
              data={sizes}
              value={slots}
              onChange={(size) => setSlots(size ?? '1000')}
              allowDeselect={false}
            />
          )}
          <ErrorAlert error={error} toldElsewhere={['name']} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {layer ? 'Save' : 'Make the layer'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function useSaving(layer: Layer | undefined, onSuccess: () => void) {
  const { name: site } = useSite();
  const creating = useChange(consoleApi.createLayer, [consoleApi.listLayers]);
  const replacing = useChange(consoleApi.replaceLayer, [consoleApi.listLayers]);
  const save = (name: string, slots: 1_000 | 10_000) => {
    if (layer === undefined) {
      creating.mutate({ params: { site }, body: { name, slots } }, { onSuccess });
      return;
    }
    const body = { name, slots: layer.layer.slots };
    const headers = { 'if-match': `"${layer.version}"` };
    replacing.mutate({ params: { site, id: String(layer.id) }, body, headers }, { onSuccess });
  };
  const { error, isPending } = layer ? replacing : creating;
  return { save, error, isPending };
}
