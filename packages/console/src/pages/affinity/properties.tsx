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
      about="Feed columns, such as category or color, that profiles learn from."
    >
      <Radio.Group
        value={chosen === null ? 'feeds' : 'chosen'}
        onChange={(from) =>
          form.set({
            properties: from === 'feeds' ? null : (saved.properties ?? []),
          })
        }
        aria-label="Source of properties"
      >
        <Stack gap="xs">
          <Radio
            value="feeds"
            label="Use the affinity columns of each feed"
            disabled={isReadOnly}
          />
          <Radio value="chosen" label="Choose columns for all feeds" disabled={isReadOnly} />
        </Stack>
      </Radio.Group>
      {chosen !== null && (
        <MultiSelect
          label={`Columns (up to ${most})`}
          description={
            chosen.length === 0
              ? 'Without a column, profiles stay empty. The most suitable columns come first.'
              : `${chosen.length} of ${most} chosen. The most suitable columns come first.`
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
            columns.length === 0 ? 'No feed has items yet. Upload a file first.' : 'No column found'
          }
        />
      )}
    </Section>
  );
}
