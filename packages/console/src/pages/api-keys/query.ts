// What the page requests: known before its code is there, so that both come at once.
import type { KeyOrder } from '@attune/contract';
import { chosenPageSize } from '../../ui/table/page-size.ts';
import type { TableState } from '../../ui/table/state.ts';

interface Asked {
  readonly search?: string;
  /** Of the page; absent: the first one. */
  readonly cursor?: string | undefined;
  readonly size?: number;
  readonly sort?: TableState['sort'];
}

/** A page of the keys whose name or notes have `search` in them, the newest first. */
export const keysQuery = (site: string, asked: Asked = {}) => {
  const { search = '', cursor, size = chosenPageSize(), sort } = asked;
  const order = sort && (`${sort.isDescending ? '-' : ''}${sort.column}` as KeyOrder);
  return {
    params: { site },
    query: {
      ...{ limit: String(size), search },
      ...(order && { sort: order }),
      ...(cursor && { cursor }),
    },
  };
};
