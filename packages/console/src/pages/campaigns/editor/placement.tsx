// Where a campaign shows: its placement, whether a page shows it, and what a developer adds once.
import { Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { curlOfChoose } from '../../../ui/curls.ts';
import { ForDevelopers } from '../../../ui/for-developers.tsx';
import { JsonField } from '../../../ui/json-field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';
import { PlacementState } from './placement-state.tsx';
import { snippetOf } from './snippet.ts';

export function Placement({ form }: { form: Form }) {
  const { draft, set, faultOf, faultsBelow, isReadOnly } = form;
  const isPublished = form.campaign.publishedVersion !== null;
  const isRenamed = isPublished && draft.selector !== form.base.selector;
  const isFaultInside =
    faultsBelow('/groups').length > 0 || faultsBelow('/payloadSchema').length > 0;
  return (
    <Section title="On your site">
      <TextInput
        label="Placement"
        description={
          isRenamed
            ? 'Pages that have the old placement show nothing of it once this is published.'
            : 'The place on your site where the campaign shows: a developer adds it there once, by this name.'
        }
        maxLength={200}
        spellCheck={false}
        readOnly={isReadOnly}
        value={draft.selector}
        error={faultOf('/selector')}
        onChange={(event) => set({ selector: event.currentTarget.value })}
      />
      <PlacementState campaign={form.campaign} />
      <ForDevelopers isOpen={isFaultInside}>
        <Stack>
          <Text size="sm">
            In a page, with a Client-side key. Other ways are in the guide of the client library.
          </Text>
          <CodeBlock
            code={snippetOf(window.location.origin, draft.selector, draft.type)}
            what="the code for a page"
          />
          <Text size="sm">The same request from a terminal:</Text>
          <CodeBlock code={curlOfChoose(window.location.origin, draft.selector)} />
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
          <SchemaField form={form} />
        </Stack>
      </ForDevelopers>
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
