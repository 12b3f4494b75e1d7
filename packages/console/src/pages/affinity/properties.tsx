// Which properties have affinity: those of the feeds, or some that are chosen here.
import { MultiSelect, Radio, Stack } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';

const most = 10;

export function AffinityProperties({ form, columns }: { form: Form; columns: readonly string[] }) {
  const { values, saved, isReadOnly } = form;
  const chosen = values.properties;
  const known = [...new Set([...columns, ...(saved.properties ?? []), ...(chosen ?? [])])];
  return (
    <Section
      title="Properties"
      about="What profiles tell of: columns of the feeds, such as a color or a category."
    >
      <Radio.Group
        value={chosen === null ? 'feeds' : 'chosen'}
        onChange={(from) =>
          form.set({
            properties: from === 'feeds' ? null : (saved.properties ?? []),
          })
        }
        aria-label="Where they come from"
      >
        <Stack gap="xs">
          <Radio value="feeds" label="Those that each feed has chosen" disabled={isReadOnly} />
          <Radio value="chosen" label="Chosen here, for all feeds" disabled={isReadOnly} />
        </Stack>
      </Radio.Group>
      {chosen !== null && (
        <MultiSelect
          label={`At most ${most}`}
          description={
            chosen.length === 0
              ? 'None is chosen: profiles would tell nothing. What suits best is listed first.'
              : `${chosen.length} of ${most} chosen. What suits best is listed first.`
          }
          placeholder={chosen.length === 0 ? 'Choose columns' : ''}
          searchable
          data={known}
          value={chosen}
          maxValues={most}
          onChange={(properties) => form.set({ properties })}
          readOnly={isReadOnly}
          error={form.faultOf('affinity/properties')}
          nothingFoundMessage={
            columns.length === 0 ? 'No feed has items yet: upload one first.' : 'No such column.'
          }
        />
      )}
    </Section>
  );
}
