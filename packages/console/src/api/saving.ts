// Making a managed object, or replacing the version of it that was read.
import type { ConsoleEndpoint, Types } from '@attune/contract';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { useChange } from './queries.ts';

interface Saved<C extends ConsoleEndpoint, R extends ConsoleEndpoint> {
  readonly create: EndpointRef<C>;
  readonly replace: EndpointRef<R>;
  /** What had answered something else before. */
  readonly stale: readonly Pick<EndpointRef, 'path'>[];
}

interface Target {
  readonly site: string;
  /** What is replaced; absent: it is new. */
  readonly before: { readonly id: number; readonly version: number } | undefined;
  readonly onSuccess: () => void;
}

/** Refused with `revision_mismatch` where another teammate has changed the object meanwhile. */
export function useSaving<C extends ConsoleEndpoint, R extends ConsoleEndpoint>(
  { create, replace, stale }: Saved<C, R>,
  { site, before, onSuccess }: Target,
) {
  const creating = useChange(create, stale);
  const replacing = useChange(replace, stale);
  const save = (body: Types<C>['body']) => {
    if (before === undefined) {
      creating.mutate({ params: { site }, body } as unknown as SentTo<C>, { onSuccess });
      return;
    }
    const params = { site, id: String(before.id) };
    const headers = { 'if-match': `"${before.version}"` };
    replacing.mutate({ params, body, headers } as unknown as SentTo<R>, { onSuccess });
  };
  const { error, isPending } = before === undefined ? creating : replacing;
  return { save, error, isPending };
}
