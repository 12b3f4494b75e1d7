// An audience: its name, and its condition or its members.
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { ConditionBuilder } from '../../conditions/condition-builder.tsx';
import { Section } from '../../ui/section.tsx';
import { useVersioned, type VersionedForm } from '../../versioned/use-versioned.ts';
import {
  LoadedVersioned,
  VersionedFields,
  VersionedPage,
} from '../../versioned/versioned-page.tsx';
import { type Audience, audienceKind, type Draft } from './audience.ts';
import { Members } from './members-section.tsx';

export function AudienceEditor({ id }: { id: number }) {
  return (
    <LoadedVersioned kind={audienceKind} id={id}>
      {(audience) => <Opened audience={audience} />}
    </LoadedVersioned>
  );
}

export function NewAudience() {
  const [, setSearch] = useSearchParams();
  const form = useVersioned(audienceKind, undefined, (id) =>
    setSearch({ id: String(id) }, { replace: true }),
  );
  return (
    <VersionedPage kind={audienceKind} thing={undefined} form={form} title="New audience" tab="">
      <Fields form={form} />
    </VersionedPage>
  );
}

function Opened({ audience }: { audience: Audience }) {
  const form = useVersioned(audienceKind, audience);
  const { version, audience: body } = audience;
  return (
    <VersionedPage
      kind={audienceKind}
      thing={audience}
      form={form}
      title={body.name}
      tab="Audience"
      marks={[{ version, tone: 'good', word: 'In use' }]}
    >
      <Stack gap="lg">
        <Fields form={form} />
        {body.kind === 'list' && <Members audience={audience} />}
      </Stack>
    </VersionedPage>
  );
}

function Fields({ form }: { form: VersionedForm<Draft> }) {
  const { draft, set, id, isReadOnly, faultsBelow } = form;
  return (
    <VersionedFields kind={audienceKind} form={form}>
      <Details form={form} />
      {draft.kind === 'condition' && (
        <Section title="Who is in it">
          <ConditionBuilder
            label="Condition"
            value={draft.targeting}
            onChange={(targeting) => set({ targeting })}
            faults={faultsBelow('/condition')}
            isReadOnly={isReadOnly}
            {...(id !== undefined && { within: id })}
          />
        </Section>
      )}
    </VersionedFields>
  );
}

function Details({
  form: { draft, set, id, isReadOnly, faultOf },
}: {
  form: VersionedForm<Draft>;
}) {
  return (
    <Section title="Details">
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={200}
        readOnly={isReadOnly}
        value={draft.name}
        error={faultOf('/name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Notes"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2_000}
        readOnly={isReadOnly}
        value={draft.notes}
        error={faultOf('/notes')}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
      {id === undefined && (
        <Radio.Group
          label="Kind"
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as Draft['kind'] })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="condition"
              label="Condition"
              description="Everyone who matches it, checked on each decision."
            />
            <Radio
              value="list"
              label="List"
              description="People you name, for example from a file of customers."
            />
          </Stack>
        </Radio.Group>
      )}
    </Section>
  );
}
