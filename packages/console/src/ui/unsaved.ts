// What was typed and not saved yet: kept while other pages are looked at, and not closed away.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * A state that outlives a visit to another page, though not a reload or signing out; undefined
 * keeps nothing.
 */
export function useKept<T>(of: readonly string[], begin: T) {
  const held = useQueryClient();
  const [kept, setKept] = useState<T>(() => held.getQueryData<T>(of) ?? begin);
  const keep = (next: T) => {
    setKept(next);
    // Undefined would leave there what was there before.
    if (next === undefined) return held.removeQueries({ queryKey: of, exact: true });
    held.setQueryDefaults(of, { gcTime: Number.POSITIVE_INFINITY });
    held.setQueryData(of, next);
  };
  return [kept, keep] as const;
}

/** Has the browser ask before a tab with unsaved changes is closed. */
export function useWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
