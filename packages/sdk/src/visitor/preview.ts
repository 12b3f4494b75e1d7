// The preview link of a page: which drafts it shows, and for how long.

const parameter = 'attune_preview';
/** What is kept for the tab, and what the link that leaves the preview says instead of an id. */
const off = 'off';

const queryOf = (address: string) =>
  new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? '').getAll(parameter);

/** The ids in `?attune_preview=` of an address, which may be there more than once. */
export const previewIdsOf = (address: string): string[] =>
  queryOf(address)
    .flatMap((ids) => ids.split(','))
    .filter((id) => id !== '' && id !== off);

/** What of the tab's storage is used. */
export interface TabStorage {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
  readonly removeItem: (name: string) => void;
}

/**
 * The preview ids of a tab: those of the address, which are kept for the pages after it; without
 * any those that were kept. `?attune_preview=off` leaves the preview.
 */
export function tabPreviewIds(address: string, storage: TabStorage): string[] {
  if (queryOf(address).length === 0) {
    return (storage.getItem(parameter) ?? '').split(',').filter((id) => id !== '');
  }
  const ids = previewIdsOf(address);
  if (ids.length > 0) storage.setItem(parameter, ids.join(','));
  else storage.removeItem(parameter);
  return ids;
}
