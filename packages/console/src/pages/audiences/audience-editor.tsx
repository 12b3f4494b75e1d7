// An audience: its name, and its condition or its members.
import { Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { ConditionBuilder } from '../../conditions/condition-builder.tsx';
import { fieldOf, NameField, NotesField } from '../../ui/name-field.tsx';
import { RadioChoices } from '../../ui/radio-choices.tsx';
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

const kinds = {
  condition: { title: 'Condition', about: 'Everyone who matches it, checked on each decision.' },
  list: { title: 'List', about: 'People you name, for example from a file of customers.' },
};

function Details({ form }: { form: VersionedForm<Draft> }) {
  const { draft, set, id } = form;
  return (
    <Section title="Details">
      <NameField required {...fieldOf(form, 'name')} />
      <NotesField {...fieldOf(form, 'notes')} />
      {id === undefined && (
        <RadioChoices
          label="Kind"
          choices={kinds}
          value={draft.kind}
          onChange={(kind) => set({ kind })}
        />
      )}
    </Section>
  );
}
