// A strategy once more, under another name.
import { Stack, Text } from '@mantine/core';
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
import { type Strategy, stale } from './strategy.ts';

interface Given {
  readonly strategy: Strategy;
  readonly onClose: () => void;
}

export function CloneStrategy({ strategy: { strategy }, onClose }: Given) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState(`${strategy.name.slice(0, 190)} (copy)`);
  const create = useChange(consoleApi.createStrategy, stale);
  const fault = create.error instanceof Problem ? create.error.faultOf('name') : undefined;
  const make = () =>
    create.mutate(
      { params: { site }, body: { ...strategy, name } },
      {
        onSuccess: ({ id }) => {
          onClose();
          setSearch({ id: String(id) });
        },
      },
    );
  return (
    <Dialog title={`Clone ${strategy.name}`} onClose={onClose} closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Stack>
          <Text size="sm">
            The clone has its own history. Equal steps share their models, so nothing is built
            again.
          </Text>
          <NameField required data-autofocus value={name} error={fault} onChange={setName} />
          <ErrorAlert error={create.error} shownElsewhere={['name']} />
          <FormFooter isBusy={create.isPending} onCancel={onClose}>
            Clone
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
