// The form of a strategy, beside what it gives while it is written.
import { type ReactNode, useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { useSite } from '../../../shell/site-context.ts';
import { fieldOf, NameField, NotesField } from '../../../ui/name-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { useKeptInPage } from '../../../ui/unsaved.ts';
import { VersionedFields } from '../../../versioned/versioned-page.tsx';
import { bodyOf } from '../draft.ts';
import { Findings } from '../preview/findings.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { nobody, previewOf } from '../preview/subject.ts';
import { type Previewed, usePreview } from '../preview/use-preview.ts';
import type { Fault } from '../recipe/filter-errors.ts';
import { RecipeContext } from '../recipe/recipe-context.ts';
import { RecipeFields } from '../recipe/recipe-fields.tsx';
import { useFeed } from '../use-feed.ts';
import classes from './draft-form.module.css';
import { type Form, strategyKind } from './form.ts';

export function DraftForm({ form }: { form: Form }) {
  const { name: site } = useSite();
  const { draft, isReadOnly } = form;
  const { feeds, feed, columns, properties } = useFeed(draft.recipe.rows.feed);
  const [subject, setSubject] = useKeptInPage(['subject of previews', site], nobody);
  const [against, setAgainst] = useState('');
  const { body, faults } = bodyOf(draft);
  // A name that is not typed yet is no reason to show nothing.
  const own = faults.filter(({ pointer }) => pointer !== '/name');
  const asked = { ...body, name: body.name || 'Draft' };
  const shown = usePreview(own.length === 0 ? previewOf({ strategy: asked }, subject) : undefined);
  const beside =
    against === 'saved' ? { strategy: form.strategy.strategy } : { strategyId: Number(against) };
  const other = usePreview(against === '' ? undefined : previewOf(beside, subject));
  const found = [...form.faults, ...own, ...faultsIn(shown)];
  const faultOf = (pointer: string) =>
    found.find(({ pointer: at }) => at === pointer || at.startsWith(`${pointer}/`))?.detail;
  return (
    <div className={classes['both']}>
      <RecipeContext value={{ columns, properties, isReadOnly, faultOf }}>
        <Fields form={form} feeds={feeds} faults={found}>
          <Findings answer={shown.answer} />
        </Fields>
      </RecipeContext>
      <div className={classes['preview']}>
        <PreviewPanel
          {...{ subject, feed, against, other }}
          onSubject={setSubject}
          onAgainst={setAgainst}
          draft={shown}
          isUnfinished={own.length > 0}
          strategy={form.strategy.id}
        />
      </div>
    </div>
  );
}

/** The service's answer to a preview of the draft. */
function faultsIn({ error }: Previewed): readonly Fault[] {
  const faults = isProblem(error) ? (error.document.errors ?? []) : [];
  return faults
    .filter(({ pointer }) => pointer.startsWith('/strategy/'))
    .map(({ pointer, detail }) => ({ pointer: pointer.slice('/strategy'.length), detail }));
}

interface FieldsGiven {
  readonly form: Form;
  readonly feeds: readonly { readonly id: string; readonly name: string }[];
  readonly faults: readonly Fault[];
  /** What stands above what saves it. */
  readonly children: ReactNode;
}

function Fields({ form, feeds, faults, children }: FieldsGiven) {
  return (
    <VersionedFields kind={strategyKind} form={form} className={classes['form']}>
      <Details form={form} />
      <RecipeFields
        draft={form.draft.recipe}
        onChange={(recipe) => form.set({ recipe })}
        faults={faults}
        feeds={feeds}
      />
      {children}
    </VersionedFields>
  );
}

function Details({ form }: { form: Form }) {
  return (
    <Section title="Details">
      <NameField {...fieldOf(form, 'name')} />
      <NotesField {...fieldOf(form, 'notes')} />
    </Section>
  );
}
