// What the page requests: known before its code is there, so that both come at once.
import { chosenPageSize } from '../../ui/table/page-size.ts';

interface Asked {
  readonly search?: string;
  /** Of the page; absent: the first one. */
  readonly cursor?: string | undefined;
  readonly size?: number;
}

/** A page of the keys whose name or notes have `search` in them, the newest first. */
export const keysQuery = (site: string, asked: Asked = {}) => {
  const { search = '', cursor, size = chosenPageSize() } = asked;
  return {
    params: { site },
    query: { limit: String(size), search, ...(cursor && { cursor }) },
  };
};
