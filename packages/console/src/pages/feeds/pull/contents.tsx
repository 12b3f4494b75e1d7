// What the file of a pull holds: the whole feed, or some columns of its items.
import { Group, Radio, TagsInput, TextInput } from '@mantine/core';
import type { PartGiven, PullDraft } from './draft.ts';

interface Given extends PartGiven {
  readonly isNew: boolean;
  /** Does no other pull fetch the whole feed? */
  readonly mayBeWhole: boolean;
  readonly faultOf: (field: string) => string | undefined;
}

const usual = ['price', 'sale_price', 'in_stock', 'availability'];

export function Contents({ draft, set, isNew, mayBeWhole, faultOf }: Given) {
  const { name, holds, onlyColumns } = draft;
  const choose = (chosen: PullDraft['holds']) =>
    set({ holds: chosen, ...(isNew && { name: chosen === 'all' ? 'main' : 'prices' }) });
  return (
    <>
      {mayBeWhole && (
        <Radio.Group
          label="Contents of the file"
          value={holds}
          onChange={(chosen) => choose(chosen as PullDraft['holds'])}
        >
          <Group gap="md" mt={6}>
            <Radio value="all" label="All items" />
            <Radio value="some" label="Some columns of existing items" />
          </Group>
        </Radio.Group>
      )}
      {holds === 'some' && (
        <>
          {isNew && (
            <TextInput
              label="Pull name"
              description="Small letters, digits and hyphens."
              required
              withAsterisk={false}
              pattern="[a-z0-9][a-z0-9\-]{0,39}"
              maxLength={40}
              spellCheck={false}
              value={name}
              error={faultOf('name')}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
          )}
          <TagsInput
            label="Columns to change"
            description="The file needs them and sku. An empty cell removes the value."
            data={usual}
            maxTags={50}
            value={onlyColumns}
            error={faultOf('onlyColumns')}
            onChange={(columns) => set({ onlyColumns: columns })}
          />
        </>
      )}
    </>
  );
}
