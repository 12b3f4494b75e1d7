// A new feed: its name, its id if programs know it already, and what profiles learn from it.
import { Stack, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';

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
      { onSuccess: (made) => setSearch({ id: made.id }, { replace: true }) },
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
          <TextInput
            label="Name"
            description="For your teammates: “Products”."
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            error={faultOf('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Id"
            description="A whole number, if your programs know one already. One is drawn if you leave this empty."
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
            description="Columns whose values tell what somebody likes. Few values with many items each are best. Once the feed has items, its page Health suggests some."
            placeholder={affinity.length === 0 ? 'Type a column, then Enter' : ''}
            data={['categories', 'brand', 'color']}
            maxTags={affinityMax}
            value={affinity}
            error={faultOf('affinity')}
            onChange={setAffinity}
          />
          <ErrorAlert error={create.error} shownElsewhere={['name', 'id', 'affinity']} />
          <FormFooter isBusy={create.isPending} onCancel={onClose}>
            Create feed
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
