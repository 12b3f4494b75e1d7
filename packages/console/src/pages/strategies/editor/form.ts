// A strategy as it is edited: the draft, what is saved, what was refused, who was faster.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { isProblem } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { useKept, useWarning } from '../../../ui/unsaved.ts';
import { bodyOf, type Draft, draftOf, isChanged } from '../draft.ts';
import type { Fault } from '../recipe/filter-errors.ts';
import { type Strategy, stale, strategyParams } from '../strategy.ts';

/** A draft, and the version of the strategy that it began with. */
interface Kept {
  readonly version: number;
  readonly base: Draft;
  readonly draft: Draft;
}

export interface Form {
  readonly strategy: Strategy;
  readonly draft: Draft;
  /** What the draft began with. */
  readonly base: Draft;
  readonly set: (part: Partial<Draft>) => void;
  /** What is wrong with a field (`/steps/0/slots`), or with something within it. */
  readonly faultOf: (pointer: string) => string | undefined;
  readonly faults: readonly Fault[];
  readonly isReadOnly: boolean;
  readonly isChanged: boolean;
  /** Saves over a version, the one that the draft began with unless another is named. */
  readonly save: (then?: { over?: number; onSaved?: () => void }) => void;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** Another teammate saved since the draft was begun. */
  readonly isBehind: boolean;
  readonly discard: () => void;
}

const known = new WeakMap<Strategy, Kept>();

/** The same draft for the same answer, so that nothing is shown anew without need. */
function begunOnce(strategy: Strategy): Kept {
  const held = known.get(strategy);
  if (held) return held;
  const base = draftOf(strategy.strategy);
  const begun = { version: strategy.version, base, draft: base };
  known.set(strategy, begun);
  return begun;
}

export function useForm(strategy: Strategy): Form {
  const { name: site } = useSite();
  const held = useQueryClient();
  const mayChange = useMay(consoleApi.replaceStrategy);
  const saving = useChange(consoleApi.replaceStrategy, stale);
  const [kept, keep] = useKept<Kept | undefined>(
    ['draft of strategy', site, String(strategy.id)],
    undefined,
  );
  const [own, setOwn] = useState<readonly Fault[]>([]);
  // Without changes it is what the service has, however often that changes.
  const isBegun = kept !== undefined && kept.draft !== kept.base;
  const now = isBegun ? kept : begunOnce(strategy);
  const { draft, base } = now;
  const isUnsaved = isBegun && isChanged(draft, base);
  useWarning(isUnsaved);
  const refused = isProblem(saving.error) ? (saving.error.document.errors ?? []) : [];
  const faults = [...own, ...refused];
  return {
    strategy,
    draft,
    base,
    set: (part) => {
      if (!saving.isPending) keep({ ...now, draft: { ...draft, ...part } });
    },
    faultOf: (pointer) =>
      faults.find(({ pointer: at }) => at === pointer || at.startsWith(`${pointer}/`))?.detail,
    faults,
    isReadOnly: !mayChange,
    isChanged: isUnsaved,
    save: ({ over = now.version, onSaved } = {}) => {
      const { body, faults: found } = bodyOf(draft);
      setOwn(found);
      if (found.length > 0) return;
      const asked = strategyParams(site, strategy.id);
      saving.mutate(
        { ...asked, body, headers: { 'if-match': `"${over}"` } },
        {
          onSuccess: (answer) => {
            held.setQueryData([consoleApi.readStrategy.path, asked], answer);
            keep(undefined);
            onSaved?.();
          },
        },
      );
    },
    isSaving: saving.isPending,
    error: saving.error,
    isBehind: isProblem(saving.error, 'revision_mismatch'),
    discard: () => {
      keep(undefined);
      setOwn([]);
      saving.reset();
    },
  };
}
