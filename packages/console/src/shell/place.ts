// What is shown on a page of a site, for the breadcrumbs above it.
import { createContext, useContext, useLayoutEffect } from 'react';

/** Undefined where there are no breadcrumbs, as at the account. */
export const PlaceContext = createContext<((title: string | undefined) => void) | undefined>(
  undefined,
);

/** Tells the breadcrumbs what is shown, while it is: the page, or a thing that is opened on it. */
export function useTitleOfPlace(title: string): void {
  const setTitle = useContext(PlaceContext);
  useLayoutEffect(() => {
    setTitle?.(title);
    return () => setTitle?.(undefined);
  }, [title, setTitle]);
}
