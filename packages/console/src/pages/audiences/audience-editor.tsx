// An audience: its name, and its condition or its members.
import { Alert, Anchor, Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { isProblem } from '../../api/problem.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { ConditionBuilder } from '../../conditions/condition-builder.tsx';
import { conditionOf } from '../../conditions/targeting.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { readable } from '../../ui/form.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useKept, useWarning } from '../../ui/unsaved.ts';
import { type Audience, bodyOf, type Draft, draftOf, emptyDraft, stale } from './audience.ts';
import { History } from './history.tsx';
import { Members } from './members-section.tsx';

export function AudienceEditor({ id }: { id: number }) {
  const { name: site } = useSite();
  const asked = useAnswer(consoleApi.readAudience, { params: { site, id: String(id) } });
  if (asked.data) return <Edit key={asked.data.version} audience={asked.data} />;
  return (
    <Page title={`Audience ${id}`} about={<Back />}>
      {asked.error ? (
        <ErrorAlert error={asked.error} onRetry={asked.refetch} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Page>
  );
}

function Back() {
  const { name: site } = useSite();
  return (
    <Anchor component={Link} href={`/${site}/audiences`} size="sm">
      All audiences
    </Anchor>
  );
}

export function NewAudience() {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const create = useChange(consoleApi.createAudience, stale);
  return (
    <Page title="New audience" about={<Back />}>
      <AudienceForm
        keptAs="new"
        saved={emptyDraft}
        isNew
        isBusy={create.isPending}
        error={create.error}
        onSave={(body, onSaved) =>
          create.mutate(
            { params: { site }, body },
            {
              onSuccess: ({ id }) => {
                onSaved();
                setSearch({ id: String(id) }, { replace: true });
              },
            },
          )
        }
      />
    </Page>
  );
}

function Edit({ audience }: { audience: Audience }) {
  const { name: site } = useSite();
  const replace = useChange(consoleApi.replaceAudience, stale);
  const { id, version, audience: body } = audience;
  return (
    <Page title={body.name} about={<Back />}>
      <AudienceForm
        keptAs={`${id} ${version}`}
        saved={draftOf(body)}
        within={id}
        isNew={false}
        isBusy={replace.isPending}
        error={replace.error}
        onSave={(changed, onSaved) =>
          replace.mutate(
            {
              params: { site, id: String(id) },
              body: changed,
              headers: { 'if-match': `"${version}"` },
            },
            { onSuccess: onSaved },
          )
        }
      />
      {body.kind === 'list' && <Members audience={audience} />}
      <Disclosure what="versions">
        <History audience={audience} />
      </Disclosure>
    </Page>
  );
}

interface Given {
  /** Under which what is not saved yet is kept. */
  readonly keptAs: string;
  readonly saved: Draft;
  readonly within?: number;
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (body: ReturnType<typeof bodyOf>, onSaved: () => void) => void;
}

function AudienceForm({ keptAs, saved, within, isNew, isBusy, error, onSave }: Given) {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.replaceAudience);
  const [kept, keep] = useKept<Draft | undefined>(['draft of audience', site, keptAs], undefined);
  const [fault, setFault] = useState<string>();
  const draft = kept ?? saved;
  const isChanged = kept !== undefined && textOf(kept) !== textOf(saved);
  useWarning(isChanged);
  const set = (part: Partial<Draft>) => keep({ ...draft, ...part });
  const faults = isProblem(error) ? (error.document.errors ?? []) : [];
  const save = () => {
    const parsed = conditionOf(draft.targeting);
    setFault(parsed.fault);
    if (parsed.fault === undefined) onSave(bodyOf(draft, parsed.condition), () => keep(undefined));
  };
  return (
    <form
      autoComplete="off"
      style={mayChange ? undefined : readable}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="lg">
        {!mayChange && (
          <Alert icon={<Icon name="lock" />} variant="light" color="gray">
            You can read this audience. An Editor of the site can change it.
          </Alert>
        )}
        <Named {...{ draft, set, isNew, faults }} isReadOnly={!mayChange} />
        {draft.kind === 'condition' && (
          <Section title="Whom it means">
            <ConditionBuilder
              label="Whom it means"
              value={draft.targeting}
              onChange={(targeting) => set({ targeting })}
              faults={[
                ...(fault ? [{ pointer: '', detail: fault }] : []),
                ...faults
                  .filter(({ pointer }) => pointer.startsWith('/condition'))
                  .map(({ pointer, detail }) => ({
                    pointer: pointer.slice('/condition'.length),
                    detail,
                  })),
              ]}
              isReadOnly={!mayChange}
              {...(within !== undefined && { within })}
            />
          </Section>
        )}
        <ErrorAlert error={error} shownElsewhere={['name', 'notes', 'condition']} />
        {mayChange && (
          <Group>
            <Button type="submit" loading={isBusy} disabled={!isChanged}>
              {isNew ? 'Create audience' : 'Save'}
            </Button>
            {isChanged && (
              <Button variant="default" disabled={isBusy} onClick={() => keep(undefined)}>
                Discard
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

const textOf = (draft: Draft) => JSON.stringify([draft, conditionOf(draft.targeting)]);

interface NamedGiven {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  readonly faults: readonly { readonly pointer: string; readonly detail: string }[];
}

function Named({ draft, set, isNew, isReadOnly, faults }: NamedGiven) {
  const faultOf = (name: string) => faults.find(({ pointer }) => pointer === `/${name}`)?.detail;
  return (
    <Section title="What it is">
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={200}
        readOnly={isReadOnly}
        value={draft.name}
        error={faultOf('name')}
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
        error={faultOf('notes')}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
      {isNew && (
        <Radio.Group
          label="Kind"
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as Draft['kind'] })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="condition"
              label="A condition"
              description="Everyone it matches, checked on each decision."
            />
            <Radio
              value="list"
              label="A list"
              description="People that you name, for example from a file of customers."
            />
          </Stack>
        </Radio.Group>
      )}
    </Section>
  );
}
