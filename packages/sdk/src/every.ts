// Lists that come in pages, as one.
import type { Requesting } from './endpoint.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** All that a list has, page after page as it is read: `every(listStrategies, client, {})`. */
export async function* every<T, const A extends { readonly query?: object }>(
  list: (client: Requesting, asked: A) => Promise<Page<T>>,
  client: Requesting,
  asked: A,
): AsyncGenerator<T, void> {
  let cursor: string | null = null;
  do {
    const query: object = { ...asked.query, ...(cursor !== null && { cursor }) };
    const page: Page<T> = await list(client, { ...asked, query });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== null);
}
