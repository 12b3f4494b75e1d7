// Whole lists, page after page: for choosing among all that a site has.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { errorOf } from './queries.ts';

/** A list for choosing holds no more. */
const itemsMax = 1_000;

type ItemOf<E extends ConsoleEndpoint> =
  AnswerOf<E> extends { readonly items: readonly (infer Item)[] } ? Item : never;

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Every item of a site's list, the oldest first. */
export function useEvery<E extends ConsoleEndpoint>(endpoint: EndpointRef<E>, site: string) {
  const asked = useQuery({
    queryKey: [endpoint.path, 'every', site],
    queryFn: async () => {
      const items: ItemOf<E>[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: '100', ...(cursor !== undefined && { cursor }) };
        const sent = { params: { site }, query } as unknown as SentTo<E>;
        const page = (await call(endpoint, sent)) as Listed<ItemOf<E>>;
        items.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && items.length < itemsMax);
      return items;
    },
  });
  return { ...asked, error: errorOf(asked) };
}
