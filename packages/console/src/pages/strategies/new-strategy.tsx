// A new strategy: what it begins as, and its name.
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { stale, templates } from './strategy.ts';

export function NewStrategy({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  const [template, setTemplate] = useState('popular');
  const create = useChange(consoleApi.createStrategy, stale);
  const fault = create.error instanceof Problem ? create.error.faultOf('name') : undefined;
  const make = () =>
    create.mutate(
      { params: { site }, body: { name, ...templates[template]!.recipe } },
      { onSuccess: ({ id }) => setSearch({ id: String(id) }, { replace: true }) },
    );
  return (
    <Dialog title="New strategy" onClose={onClose} closeOnClickOutside={false}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Stack>
          <Radio.Group label="Start from" value={template} onChange={setTemplate}>
            <Stack gap="xs" mt="xs">
              {Object.entries(templates).map(([value, { title, about }]) => (
                <Radio key={value} value={value} label={title} description={about} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label="Name"
            description="Shown to your teammates."
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            error={fault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ErrorAlert error={create.error} shownElsewhere={['name']} />
          <FormFooter isBusy={create.isPending} onCancel={onClose}>
            Create strategy
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
