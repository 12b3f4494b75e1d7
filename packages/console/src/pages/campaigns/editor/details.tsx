// What a campaign is called, what teammates note about it, and where it shows.
import { TagsInput } from '@mantine/core';
import { fieldOf, NameField, NotesField } from '../../../ui/name-field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';
import { Placement } from './placement.tsx';

export function Details({ form }: { form: Form }) {
  const { draft, set, faultOf, isReadOnly } = form;
  return (
    <>
      <Section title="Details">
        <NameField size="md" {...fieldOf(form, 'name')} />
        <NotesField
          description="For example the hypothesis and what you expect."
          minRows={2}
          {...fieldOf(form, 'notes')}
          maxLength={10_000}
        />
        <TagsInput
          label="Labels"
          description="Filter lists and reports by them; holdouts apply to labels. Press Enter after each."
          maxTags={20}
          readOnly={isReadOnly}
          value={draft.labels ?? []}
          error={faultOf('/labels')}
          onChange={(labels) => set({ labels })}
          acceptValueOnBlur
        />
      </Section>
      <Placement form={form} />
    </>
  );
}
