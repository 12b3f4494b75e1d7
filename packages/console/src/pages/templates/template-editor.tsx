// A template: its name, its schema and its view, tried out as they are typed.
import { Button, Group, NativeSelect, Switch, Textarea } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { JsonField } from '../../ui/json-field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { fieldOf, NameField, NotesField } from '../../ui/name-field.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useVersioned, type VersionedForm } from '../../versioned/use-versioned.ts';
import {
  LoadedVersioned,
  VersionedFields,
  VersionedPage,
} from '../../versioned/versioned-page.tsx';
import { type Draft, draftOf, stale, type Template, templateKind, typeLabels } from './template.ts';

const TryOut = lazy(async () => ({ default: (await import('./try-out.tsx')).TryOut }));

export function TemplateEditor({ id }: { id: number }) {
  return (
    <LoadedVersioned kind={templateKind} id={id}>
      {(template) => <Opened template={template} />}
    </LoadedVersioned>
  );
}

/** `from`: the template that it begins like. */
export function NewTemplate({ from }: { from: number | undefined }) {
  const { name: site } = useSite();
  const { data, error } = useAnswer(
    consoleApi.readTemplate,
    { params: { site, id: String(from) } },
    { isWanted: from !== undefined },
  );
  if (from !== undefined && !data && !error) {
    return (
      <Page title="New template">
        <ListSkeleton rows={6} />
      </Page>
    );
  }
  return <NewLike template={data} />;
}

function NewLike({ template }: { template: Template | undefined }) {
  const [, setSearch] = useSearchParams();
  const kind = useMemo(() => {
    if (!template) return templateKind;
    const like = draftOf(template.template);
    return { ...templateKind, empty: { ...like, name: `${like.name} (copy)`, isArchived: false } };
  }, [template]);
  const form = useVersioned(kind, undefined, (id) =>
    setSearch({ id: String(id) }, { replace: true }),
  );
  return (
    <VersionedPage kind={kind} thing={undefined} form={form} title="New template" tab="">
      <Fields form={form} />
    </VersionedPage>
  );
}

function Opened({ template }: { template: Template }) {
  const form = useVersioned(templateKind, template);
  const { version, isBuiltIn } = template;
  return (
    <VersionedPage
      kind={templateKind}
      thing={template}
      form={form}
      title={template.template.name}
      about={
        <>
          {isBuiltIn && <Mark tone="neutral">Built in</Mark>}
          {template.template.archived && <Mark tone="neutral">Archived</Mark>}
        </>
      }
      actions={<Actions template={template} />}
      tab="Template"
      marks={[{ version, tone: 'good', word: 'In use' }]}
    >
      <Fields form={form} />
    </VersionedPage>
  );
}

function Actions({ template: { id, isBuiltIn, template } }: { template: Template }) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const mayCreate = useMay(consoleApi.createTemplate);
  const remove = useChange(consoleApi.deleteTemplate, stale);
  if (!mayCreate) return null;
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setSearch(`new&from=${id}`)}>
        Duplicate
      </Button>
      {!isBuiltIn && (
        <Button variant="default" color="red" onClick={() => setLeaving(true)}>
          Delete
        </Button>
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        title={`Delete ${template.name}?`}
        confirm="Delete template"
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { params: { site, id: String(id) } },
            { onSuccess: () => navigate(`/${site}/templates`) },
          )
        }
        onClose={() => setLeaving(false)}
      >
        This cannot be undone. A template that campaigns use can only be archived.
      </ConfirmDialog>
    </Group>
  );
}

function Fields({ form }: { form: VersionedForm<Draft> }) {
  const { draft, set, isReadOnly, faultOf } = form;
  return (
    <VersionedFields kind={templateKind} form={form}>
      <Section title="Details">
        <NameField required {...fieldOf(form, 'name')} />
        <NotesField label="Description" maxLength={1_000} {...fieldOf(form, 'description')} />
        <NativeSelect
          label="For"
          disabled={isReadOnly}
          data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
          value={draft.type}
          error={faultOf('/type')}
          onChange={(event) => set({ type: event.currentTarget.value as Draft['type'] })}
        />
        <Switch
          label="Archived"
          description="Not offered for new campaigns. Campaigns that use it stay as they are."
          disabled={isReadOnly}
          checked={draft.isArchived}
          onChange={(event) => set({ isArchived: event.currentTarget.checked })}
        />
      </Section>
      <Section title="Code">
        <JsonField
          label="Schema"
          description="JSON Schema with titles and defaults. Formats: long-text, link, image, colour, product, category."
          minRows={10}
          readOnly={isReadOnly}
          value={draft.schema}
          onChange={(schema) => set({ schema })}
          error={faultOf('/schema')}
        />
        <Textarea
          label="View"
          description={
            draft.type === 'recommendations'
              ? 'HTML with {{name}}, and {{#items}} … {{/items}} for the products. Scripts do not run.'
              : 'HTML with {{name}}, {{#name}} … {{/name}} and {{^name}} … {{/name}}. Scripts do not run.'
          }
          autosize
          minRows={6}
          maxRows={24}
          maxLength={20_000}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          readOnly={isReadOnly}
          value={draft.view}
          error={faultOf('/view')}
          onChange={(event) => set({ view: event.currentTarget.value })}
        />
      </Section>
      <Section title="Try it">
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <TryOut schema={draft.schema} view={draft.view} />
        </Suspense>
      </Section>
    </VersionedFields>
  );
}
