// Cached answers of the service, and which of them a change makes stale.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './call.ts';
import { consoleApi, type EndpointRef, type SentTo } from './endpoints.ts';
import { isPassing, isProblem } from './problem.ts';

/** What fails for the moment is asked again so soon. */
const againMs = 3_000;

/** A question as TanStack Query has it. */
export function question<E extends ConsoleEndpoint>(endpoint: EndpointRef<E>, sent: SentTo<E>) {
  return queryOptions({
    queryKey: [endpoint.path, sent],
    queryFn: () => call(endpoint, sent),
  });
}

interface Asking<E extends ConsoleEndpoint> {
  /** False: not yet. */
  readonly isWanted?: boolean;
  /** How soon to ask again, also by what was answered; undefined: not. */
  readonly everyMs?: number | undefined | ((answer: AnswerOf<E> | undefined) => number | undefined);
  /** Shows what was answered to another question until this one is answered: for paging. */
  readonly keepsPrevious?: boolean;
  /** Asks whenever it begins to be shown, whatever is held. */
  readonly isFresh?: boolean;
}

/** Asks while a component is shown; what is held already is shown at once. */
export function useAnswer<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  sent: SentTo<E>,
  { isWanted = true, everyMs, keepsPrevious = false, isFresh = false }: Asking<E> = {},
) {
  return useSteadyError({
    ...question(endpoint, sent),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      againAfter(state.error) ??
      (typeof everyMs === 'function' ? everyMs(state.data) : everyMs) ??
      false,
    ...(isFresh && { refetchOnMount: 'always' as const }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

const againAfter = (error: unknown) => (isPassing(error) ? againMs : undefined);

/** An error that passes is shown at once, and while it is asked again. */
function useSteadyError<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>) {
  const asked = useQuery({ ...options, retry: false });
  const [seen, setSeen] = useState<Error | null>(null);
  const next = asked.isPending ? seen : isPassing(asked.error) ? asked.error : null;
  if (next !== seen) setSeen(next);
  return { ...asked, error: asked.error ?? next };
}

/** A change by an endpoint; answers of the `stale` ones are requested again after it. */
export function useChange<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  stale: readonly Pick<EndpointRef, 'path'>[] = [],
) {
  const held = useQueryClient();
  return useMutation({
    mutationFn: (sent: SentTo<E>) => call(endpoint, sent),
    onSuccess: () =>
      Promise.all(stale.map(({ path }) => held.invalidateQueries({ queryKey: [path] }))),
  });
}

/** What is held of the service's answers; without a session nothing is. */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isProblem(error, 'sign_in_needed')) forget(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Its copies of objects would lose numbers that stay as they are written.
        structuralSharing: (before, after) =>
          JSON.stringify(before) === JSON.stringify(after) ? before : after,
        // Who is refused will be refused again; who was not reached tries on.
        retry: (failures, error) => failures < 3 && isPassing(error),
      },
    },
  });
  return client;
}

export const sessionQuestion = question(consoleApi.readSession, {});

/** Who is signed in; null: nobody. */
export const useSessionAnswer = () =>
  useSteadyError({
    ...sessionQuestion,
    refetchInterval: ({ state }) => againAfter(state.error) ?? false,
  });

/** Forgets whatever a teammate was shown; pages that need one lead to the sign-in then. */
export function forget(client: QueryClient): void {
  const { queryKey } = sessionQuestion;
  const wasSignedIn = Boolean(client.getQueryData(queryKey));
  client.setQueryData(queryKey, null as never);
  if (!wasSignedIn) return;
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}
