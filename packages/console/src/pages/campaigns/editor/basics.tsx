// What a campaign is called, what programs ask for, and what teammates note about it.
import { SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';

export function Basics({ form }: { form: Form }) {
  const { draft, set, faultOf, isReadOnly } = form;
  const isPublished = form.campaign.publishedVersion !== null;
  const isRenamed = isPublished && draft.selector !== form.base.selector;
  return (
    <Section title="What it is">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          description="For your teammates."
          maxLength={200}
          readOnly={isReadOnly}
          value={draft.name}
          error={faultOf('/name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Selector"
          description={
            isRenamed
              ? 'Programs that ask for the old one are given nothing once this is published.'
              : 'What programs ask for. Unique on the site.'
          }
          maxLength={200}
          spellCheck={false}
          readOnly={isReadOnly}
          value={draft.selector}
          error={faultOf('/selector')}
          onChange={(event) => set({ selector: event.currentTarget.value })}
        />
        <TagsInput
          label="Groups"
          description="Programs may ask for all campaigns of a group. Enter after each."
          maxTags={20}
          readOnly={isReadOnly}
          value={draft.groups ?? []}
          error={faultOf('/groups')}
          onChange={(groups) => set({ groups })}
          acceptValueOnBlur
        />
        <TagsInput
          label="Labels"
          description="For lists, reports and holdouts. Enter after each."
          maxTags={20}
          readOnly={isReadOnly}
          value={draft.labels ?? []}
          error={faultOf('/labels')}
          onChange={(labels) => set({ labels })}
          acceptValueOnBlur
        />
      </SimpleGrid>
      <Textarea
        label="Notes"
        description="Why it is there, what is expected of it."
        autosize
        minRows={1}
        maxRows={10}
        maxLength={10_000}
        readOnly={isReadOnly}
        value={draft.notes ?? ''}
        error={faultOf('/notes')}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </Section>
  );
}
