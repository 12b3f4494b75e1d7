// The preview link of a page: which drafts it shows.

/** The ids in `?attune_preview=` of an address, which may be there more than once. */
export function previewIdsOf(address: string): string[] {
  const [, query = ''] = /\?([^#]*)/.exec(address) ?? [];
  return new URLSearchParams(query)
    .getAll('attune_preview')
    .flatMap((ids) => ids.split(','))
    .filter((id) => id !== '');
}
