// A versioned thing as it is edited: the draft, what is saved, what was refused, who was faster.
import type { ConsoleEndpoint } from '@attune/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointRef, SentTo } from '../api/endpoints.ts';
import { isProblem } from '../api/problem.ts';
import { useChange } from '../api/queries.ts';
import { useMay, useSite } from '../shell/site-context.ts';
import { useKept, useWarning } from '../ui/unsaved.ts';
import { keyOfDraft } from './draft-key.ts';
import {
  type Change,
  changed,
  type Fault,
  isChanged,
  type Kind,
  paramsOf,
  type Versioned,
} from './kind.ts';

/** A draft, and the version that it began with; 0: it is of a new thing. */
interface Kept<Draft> {
  readonly version: number;
  readonly base: Draft;
  readonly draft: Draft;
}

export interface VersionedForm<Draft> {
  /** Undefined: it is of a new thing. */
  readonly id: number | undefined;
  /** The version that the draft began with. */
  readonly version: number;
  readonly draft: Draft;
  /** What the draft began with. */
  readonly base: Draft;
  /** `undefined` takes a member away. */
  readonly set: (part: Change<Draft>) => void;
  /** What is wrong with a field (`/experiences/0/name`), or with something within it. */
  readonly faultOf: (pointer: string) => string | undefined;
  /** The same, from the field's own root. */
  readonly faultsBelow: (pointer: string) => readonly Fault[];
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

const begun = new WeakMap<object, Kept<unknown>>();

/** The same draft for the same answer, so that nothing is shown anew without need. */
function begin<Thing extends Versioned, Body, Draft extends object>(
  kind: Kind<Thing, Body, Draft>,
  thing: Thing | undefined,
): Kept<Draft> {
  const key = thing ?? kind;
  const known = begun.get(key) as Kept<Draft> | undefined;
  if (known) return known;
  const base = thing ? kind.draftOf(kind.bodyIn(thing)) : kind.empty!;
  const made = { version: thing?.version ?? 0, base, draft: base };
  begun.set(key, made);
  return made;
}

/** Edits a thing; undefined: a new one, whose id `onCreated` is told. */
export function useVersioned<Thing extends Versioned, Body, Draft extends object>(
  kind: Kind<Thing, Body, Draft>,
  thing: Thing | undefined,
  onCreated?: (id: number) => void,
): VersionedForm<Draft> {
  const { name: site } = useSite();
  const { endpoints, noun } = kind;
  const mayChange = useMay(endpoints.replace);
  const id = thing?.id;
  const keptAs = keyOfDraft(noun, site, id ?? 'new');
  const [kept, keep] = useKept<Kept<Draft> | undefined>(keptAs, undefined);
  // Without changes it is what the service has, however often that changes.
  const isUnsaved = kept !== undefined && isChanged(kind, kept.draft, kept.base);
  const now = isUnsaved ? kept : begin(kind, thing);
  const { draft, base, version } = now;
  useWarning(isUnsaved);
  const saving = useSave(kind, site, id);
  const save: VersionedForm<Draft>['save'] = ({ over = version, onSaved } = {}) =>
    saving.save(draft, over, (made) => {
      keep(undefined);
      onSaved?.();
      if (id === undefined) onCreated?.(made);
    });
  return {
    ...{ id, version, draft, base },
    set: (part) => {
      if (!saving.isSaving) keep({ ...now, draft: changed(draft, part) });
    },
    ...lookUp(saving.faults),
    isReadOnly: !mayChange || (thing !== undefined && kind.lockOf?.(thing) !== undefined),
    isChanged: isUnsaved,
    save,
    isSaving: saving.isSaving,
    error: saving.error,
    isBehind: isProblem(saving.error, 'revision_mismatch'),
    discard: () => {
      keep(undefined);
      saving.reset();
    },
  };
}

function lookUp(faults: readonly Fault[]) {
  const isIn = (pointer: string) => (fault: Fault) =>
    fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`);
  return {
    faults,
    faultOf: (pointer: string) => faults.find(isIn(pointer))?.detail,
    faultsBelow: (pointer: string) =>
      faults
        .filter(isIn(pointer))
        .map(({ pointer: at, detail }) => ({ pointer: at.slice(pointer.length), detail })),
  };
}

/** Sends drafts: `version` 0 makes a thing, any other is the one that is replaced. */
function useSave<Thing extends Versioned, Body, Draft extends object>(
  { endpoints, stale, bodyOf }: Kind<Thing, Body, Draft>,
  site: string,
  id: number | undefined,
) {
  const held = useQueryClient();
  const [own, setOwn] = useState<readonly Fault[]>([]);
  const endpoint: EndpointRef = id === undefined ? endpoints.create! : endpoints.replace;
  const sending = useChange(endpoint, stale);
  const refused = isProblem(sending.error) ? (sending.error.document.errors ?? []) : [];
  return {
    faults: [...own, ...refused],
    isSaving: sending.isPending,
    error: sending.error,
    reset: () => {
      setOwn([]);
      sending.reset();
    },
    save: (draft: Draft, version: number, onSaved: (id: number) => void) => {
      const { body, faults } = bodyOf(draft);
      setOwn(faults);
      if (faults.length > 0) return;
      const to =
        id === undefined
          ? { params: { site } }
          : { ...paramsOf(site, id), headers: { 'if-match': `"${version}"` } };
      sending.mutate({ ...to, body } as unknown as SentTo<ConsoleEndpoint>, {
        onSuccess: (answer) => {
          const saved = answer as unknown as Thing;
          held.setQueryData([endpoints.read.path, paramsOf(site, saved.id)], saved);
          onSaved(saved.id);
        },
      });
    },
  };
}
