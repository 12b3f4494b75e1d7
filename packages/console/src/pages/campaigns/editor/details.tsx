// What a campaign is called, what teammates note about it, and what developers need.
import { SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { JsonField } from '../../../ui/json-field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';

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
      <ForDevelopers form={form} />
    </>
  );
}

function ForDevelopers({ form }: { form: Form }) {
  const { draft, set, faultOf, isReadOnly } = form;
  const isPublished = form.campaign.publishedVersion !== null;
  const isRenamed = isPublished && draft.selector !== form.base.selector;
  return (
    <Section title="For developers">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Selector"
          description={
            isRenamed
              ? 'Code that requests the old selector gets nothing once this is published.'
              : 'The name your code requests. Unique on the site.'
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
          description="Code can request every campaign of a group."
          maxTags={20}
          readOnly={isReadOnly}
          value={draft.groups ?? []}
          error={faultOf('/groups')}
          onChange={(groups) => set({ groups })}
          acceptValueOnBlur
        />
      </SimpleGrid>
      <SchemaField form={form} />
    </Section>
  );
}

function SchemaField({ form }: { form: Form }) {
  const { payloadSchema } = form.draft;
  if (form.isReadOnly) {
    if (payloadSchema === '') return null;
    return <CodeBlock code={payloadSchema} what="the schema of payloads" />;
  }
  return (
    <JsonField
      label="Schema of payloads"
      description="JSON Schema 2020-12 that every payload must match."
      minRows={2}
      isEmptyFine
      value={payloadSchema}
      onChange={(text) => form.set({ payloadSchema: text })}
      error={form.faultOf('/payloadSchema')}
    />
  );
}
