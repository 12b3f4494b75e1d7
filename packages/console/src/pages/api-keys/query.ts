// What the page requests: known before its code is there, so that both come at once.

/** Keys of a page. */
export const limit = 20;

/** A page of the keys whose name or notes have `search` in them; the first one without a cursor. */
export const keysQuery = (site: string, search = '', cursor?: string) => ({
  params: { site },
  query: { limit: String(limit), search, ...(cursor && { cursor }) },
});
