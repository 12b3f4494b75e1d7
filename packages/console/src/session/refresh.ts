// After signing in, or a change of what the teammate is: who is it now?
import { useQueryClient } from '@tanstack/react-query';
import { sessionQuestion } from '../api/queries.ts';

/** Asks anew who is signed in, and on which sites. */
export function useRefreshSession(): () => Promise<unknown> {
  const held = useQueryClient();
  return () => held.fetchQuery({ ...sessionQuestion, staleTime: 0 });
}
