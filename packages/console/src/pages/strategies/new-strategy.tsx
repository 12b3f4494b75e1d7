// A new strategy: what it begins as, and its name.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { RadioChoices } from '../../ui/radio-choices.tsx';
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
          <RadioChoices
            label="Start from"
            choices={templates}
            value={template}
            onChange={setTemplate}
          />
          <NameField
            description="Shown to your teammates."
            required
            data-autofocus
            value={name}
            error={fault}
            onChange={setName}
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
