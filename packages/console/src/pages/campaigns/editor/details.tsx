// What a campaign is called, what teammates note about it, and where it shows.
import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';
import { Placement } from './placement.tsx';

export function Details({ form }: { form: Form }) {
  const { draft, set, faultOf, isReadOnly } = form;
  return (
    <>
      <Section title="Details">
        <TextInput
          label="Name"
          size="md"
          maxLength={200}
          readOnly={isReadOnly}
          value={draft.name}
          error={faultOf('/name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Notes"
          description="For example the hypothesis and what you expect."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={10_000}
          readOnly={isReadOnly}
          value={draft.notes ?? ''}
          error={faultOf('/notes')}
          onChange={(event) => set({ notes: event.currentTarget.value })}
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
