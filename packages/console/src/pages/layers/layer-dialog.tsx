// Making a layer, or giving it another name; how finely it is shared out stays as it was made.
import { Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useSaving } from '../../api/saving.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';
import type { Layer } from './layer.ts';

const sizes = [
  { value: '1000', label: '1,000 (steps of 0.1 %)' },
  { value: '10000', label: '10,000 (steps of 0.01 %)' },
];

export function LayerDialog({ layer, onClose }: { layer?: Layer; onClose: () => void }) {
  const [name, setName] = useState(layer?.layer.name ?? '');
  const [slots, setSlots] = useState('1000');
  const [isMissing, setMissing] = useState(false);
  const { name: site } = useSite();
  const { save, error, isPending } = useSaving(endpoints, {
    site,
    before: layer,
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted !== '')
      save({ name: wanted, slots: layer?.layer.slots ?? (slots === '10000' ? 10_000 : 1_000) });
  };
  const fault = error instanceof Problem ? error.faultOf('name') : undefined;
  return (
    <Dialog onClose={onClose} title={layer ? `Rename ${layer.layer.name}` : 'New layer'}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <NameField
            description="Name the place or topic that its campaigns share, such as “Checkout page”."
            value={name}
            onChange={setName}
            error={isMissing ? 'Enter a name.' : fault}
            data-autofocus
          />
          {!layer && (
            <Select
              label="Slots"
              description="How finely its users can be divided. Cannot be changed later."
              data={sizes}
              value={slots}
              onChange={(size) => setSlots(size ?? '1000')}
              allowDeselect={false}
            />
          )}
          <ErrorAlert error={error} shownElsewhere={['name']} />
          <FormFooter isBusy={isPending} onCancel={onClose}>
            {layer ? 'Save name' : 'Create layer'}
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

const endpoints = {
  create: consoleApi.createLayer,
  replace: consoleApi.replaceLayer,
  stale: [consoleApi.listLayers],
};
