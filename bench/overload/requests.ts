// What a shop asks, by priority: the requests of each, and its share of all of them.
import type { Priority } from '@attune/contract';
import type { ShopProduct } from '../site/plan.ts';
import { newVisitor, pageRequest } from '../site/visit.ts';
import { requestText, userPlaceholder } from '../support/load.ts';

/** Requests of one priority. */
export interface Kind {
  readonly priority: Priority;
  /** Of twenty requests, so many are of this kind. */
  readonly ofTwenty: number;
  readonly requests: readonly string[];
}

const varieties = 64;
const demoVisitors = 100;

/** Four kinds: pages, what visitors report, reads of profiles, and teammates' programs. */
export function kindsOf(key: string, products: readonly ShopProduct[]): readonly Kind[] {
  const many = (make: (at: number) => string) =>
    Array.from({ length: varieties }, (_, at) => make(at));
  const user = { svcid_server: userPlaceholder };
  const choose = (at: number) => {
    const visitor = { ...newVisitor(at), pages: at % 6, user: userPlaceholder };
    const { path, body } = pageRequest(visitor, products);
    return requestText({ method: 'POST', path, key }, body);
  };
  const collect = (at: number) => {
    const { sku: productId = '' } = products[at % products.length] ?? {};
    const properties = { svcType: 'product-view-v1', productId };
    const body = { user, events: [{ name: 'Product view', properties }] };
    return requestText({ method: 'POST', path: '/v2/collect/user/event', key }, body);
  };
  const userprofile = (at: number) => {
    const cuid = `visitor-${String(1 + (at % demoVisitors)).padStart(3, '0')}`;
    const path = `/v2/userprofile?cuid=${cuid}&cuidType=external&affinity=true`;
    return requestText({ method: 'GET', path, key });
  };
  const management = () => requestText({ method: 'GET', path: '/v2/campaigns', key });
  return [
    { priority: 'choose', ofTwenty: 12, requests: many(choose) },
    { priority: 'userprofile', ofTwenty: 3, requests: many(userprofile) },
    { priority: 'collect', ofTwenty: 4, requests: many(collect) },
    { priority: 'management', ofTwenty: 1, requests: many(management) },
  ];
}

/** The requests of all kinds in turn, each by its share. */
export function mixOf(kinds: readonly Kind[]): string[] {
  const places = kinds.flatMap((kind) => Array.from({ length: kind.ofTwenty }, () => kind));
  // Steps of 7 visit all of twenty, and come to no kind several times in a row.
  return Array.from({ length: places.length * varieties }, (_, at) => {
    const { requests } = places[(at * 7) % places.length]!;
    return requests[Math.floor(at / places.length) % requests.length]!;
  });
}
