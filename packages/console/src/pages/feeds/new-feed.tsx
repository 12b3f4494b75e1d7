// A new feed: its name, its id if code uses one already, and what profiles learn from it.
import { Stack, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';

/** Affinity goes by no more columns. */
export const affinityMax = 10;

export function NewFeed({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  const [id, setId] = useState('');
  const [affinity, setAffinity] = useState<string[]>(['categories']);
  const create = useChange(consoleApi.createFeed, [consoleApi.listFeeds, consoleApi.listAudit]);
  const faultOf = (field: string) =>
    create.error instanceof Problem ? create.error.faultOf(field) : undefined;
  const make = () =>
    create.mutate(
      { params: { site }, body: { name: name.trim(), affinity, ...(id && { id: id.trim() }) } },
      { onSuccess: (made) => setSearch({ id: made.id, show: 'upload' }, { replace: true }) },
    );
  return (
    <Dialog title="New feed" onClose={onClose} closeOnClickOutside={false}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Stack>
          <NameField
            placeholder="Products"
            required
            data-autofocus
            value={name}
            error={faultOf('name')}
            onChange={setName}
          />
          <Disclosure what="more options">
            <Stack>
              <TextInput
                label="Feed ID"
                description="Only if your code already uses a feed ID. Leave it empty to get one."
                inputMode="numeric"
                pattern="-?[0-9]{1,19}"
                title="A whole number of at most 19 digits"
                spellCheck={false}
                value={id}
                error={faultOf('id')}
                onChange={(event) => setId(event.currentTarget.value)}
              />
              <TagsInput
                label="Affinity columns"
                description="Columns that show what visitors like, such as category, brand or color. You can change them later."
                placeholder={affinity.length === 0 ? 'Type a column and press Enter' : ''}
                data={['categories', 'brand', 'color']}
                maxTags={affinityMax}
                value={affinity}
                error={faultOf('affinity')}
                onChange={setAffinity}
              />
            </Stack>
          </Disclosure>
          <ErrorAlert error={create.error} shownElsewhere={['name']} />
          <FormFooter isBusy={create.isPending} onCancel={onClose}>
            Create feed
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
