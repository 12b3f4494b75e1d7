// Cached answers of the service, and which of them a change makes stale.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import {
  keepPreviousData,
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from './call.ts';
import { connection } from './connection.ts';
import { consoleApi, type EndpointRef, type SentTo } from './endpoints.ts';
import { isPassing, isProblem } from './problem.ts';
import { sessionEnd } from './session-end.ts';

/** What fails for the moment is asked again, later each time, and at least so often. */
const firstRetryMs = 1_000;
const lastRetryMs = 5_000;

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
  const asked = useQuery({
    ...question(endpoint, sent),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      (typeof everyMs === 'function' ? everyMs(state.data) : everyMs) ?? false,
    ...(isFresh && { refetchOnMount: 'always' as const }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  return { ...asked, error: errorOf(asked) };
}

interface Failing {
  readonly error: Error | null;
  readonly failureReason: Error | null;
}

/** Why there is no answer: an error that passes counts at once, while it is asked again. */
export const errorOf = ({ error, failureReason }: Failing): Error | null =>
  error ?? (isPassing(failureReason) ? failureReason : null);

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
  // Nothing is asked in vain: questions wait, and go on as soon as the server is there.
  onlineManager.setEventListener((setOnline) =>
    connection.subscribe(() => setOnline(connection.now() === 'reached')),
  );
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Its copies of objects would lose numbers that stay as they are written.
        structuralSharing: (before, after) =>
          JSON.stringify(before) === JSON.stringify(after) ? before : after,
        // What is refused will be refused again; what was not answered is asked until it is.
        retry: (_failures, error) => isPassing(error),
        retryDelay: (failures) => Math.min(firstRetryMs * 2 ** failures, lastRetryMs),
      },
      // A change that cannot be sent now is told, and not made at some later time.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

export const sessionQuestion = question(consoleApi.readSession, {});

/** Who is signed in; null: no one is. */
export function useSessionAnswer() {
  const asked = useQuery(sessionQuestion);
  return { ...asked, error: errorOf(asked) };
}

/** Forgets whatever a teammate was shown; pages that need one lead to the sign-in then. */
export function forget(client: QueryClient): void {
  const { queryKey } = sessionQuestion;
  sessionEnd.noteSignedIn(false);
  const wasSignedIn = Boolean(client.getQueryData(queryKey));
  client.setQueryData(queryKey, null as never);
  if (!wasSignedIn) return;
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}
