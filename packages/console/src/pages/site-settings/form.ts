// The settings as they are edited: what is saved, what was changed here, and what was refused.
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { useKept, useWarning } from '../../ui/unsaved.ts';
import { bodyOf, changesOnly, type Draft, type Settings, type Values, valuesOf } from './draft.ts';

export interface Form {
  /** As they will be. */
  readonly values: Values;
  /** As they are. */
  readonly saved: Values;
  readonly draft: Draft;
  readonly set: (part: Draft) => void;
  /** What the server says of a field: `affinity/weights/view`. */
  readonly faultOf: (field: string) => string | undefined;
  /** May a shorter term delete what it leaves out? */
  readonly allowsLoss: boolean;
  readonly allowLoss: (allows: boolean) => void;
  readonly isReadOnly: boolean;
  readonly save: () => void;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly discard: () => void;
  /** Of the last change that was made here; undefined once that has been read. */
  readonly savedRevision: number | undefined;
  readonly dismiss: () => void;
}

/** What else shows what settings decide. */
const stale = [
  consoleApi.readSettings,
  consoleApi.readSession,
  consoleApi.listKeys,
  consoleApi.listAudit,
  consoleApi.readRetention,
  consoleApi.readStatus,
  consoleApi.readUser,
  consoleApi.readUserAffinity,
  consoleApi.tryAffinity,
];

export function useForm(settings: Settings): Form {
  const site = useSite();
  const mayChange = useMay(consoleApi.changeSettings);
  const changing = useChange(consoleApi.changeSettings, stale);
  const saved = valuesOf(settings);
  const [held, setHeld] = useKept<Draft>(['draft of settings', site.name], {});
  const draft = changesOnly(held, saved);
  const [allowsLoss, allowLoss] = useState(false);
  useWarning(Object.keys(draft).length > 0);
  const { error } = changing;
  return {
    values: { ...saved, ...draft },
    saved,
    draft,
    set: (part) => setHeld(changesOnly({ ...draft, ...part }, saved)),
    faultOf: (field) => (error instanceof Problem ? error.faultOf(field) : undefined),
    ...{ allowsLoss, allowLoss },
    isReadOnly: !mayChange,
    // What is changed while it is being saved stays in the draft: it differs from what was saved.
    save: () =>
      changing.mutate(
        {
          params: { site: site.name },
          body: { ...bodyOf(draft, saved), ...(allowsLoss && { allowLoss: true }) },
        },
        { onSuccess: () => allowLoss(false) },
      ),
    isSaving: changing.isPending,
    error,
    discard: () => {
      allowLoss(false);
      setHeld({});
      changing.reset();
    },
    savedRevision: changing.data?.revision,
    dismiss: changing.reset,
  };
}
