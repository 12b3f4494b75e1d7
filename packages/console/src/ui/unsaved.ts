// What was typed and not saved yet: it outlives other pages, a reload and signing out.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../shell/site-context.ts';
import { drafts } from './drafts.ts';

/**
 * A draft: a state of JSON that this teammate finds again in this browser, whatever became of the
 * page, until it is what it began with or undefined. `of` names it, with its site. It is
 * stored as it is: no secret may be in it, and no person who is only looked at.
 */
export function useKept<T>(of: readonly string[], begin: T) {
  const { teammate } = useSession();
  const [kept, setKept] = useState<T>(() => (drafts.read(teammate.id, of) as T) ?? begin);
  const keep = (next: T) => {
    setKept(next);
    const isOver = next === undefined || JSON.stringify(next) === JSON.stringify(begin);
    drafts.write(teammate.id, of, isOver ? undefined : next, Date.now());
  };
  return [kept, keep] as const;
}

/** Says of which things there is a draft. */
export function useHasDraft(): (of: readonly string[]) => boolean {
  const { teammate } = useSession();
  // Any number that changes with the drafts will do.
  useSyncExternalStore(drafts.subscribe, drafts.changes);
  return (of) => drafts.read(teammate.id, of) !== undefined;
}

/** A state that outlives a visit to another page, though not a reload or signing out. */
export function useKeptInPage<T>(of: readonly string[], begin: T) {
  const held = useQueryClient();
  const [kept, setKept] = useState<T>(() => held.getQueryData<T>(of) ?? begin);
  const keep = (next: T) => {
    setKept(next);
    held.setQueryDefaults(of, { gcTime: Number.POSITIVE_INFINITY });
    held.setQueryData(of, next);
  };
  return [kept, keep] as const;
}

/** Has the browser ask before a tab with a draft is closed that it could not store. */
export function useWarning(isUnsaved: boolean): void {
  useAsking(isUnsaved, () => !drafts.areStored());
}

/** Has the browser ask before a tab is closed with which something would be lost. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useAsking(isUnsaved, always);
}

const always = () => true;

function useAsking(isUnsaved: boolean, asks: () => boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (asks()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved, asks]);
}
