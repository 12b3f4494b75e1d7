// A feed as the console describes it: who changed it last, its status, what a change makes stale.
import type { Answer } from '../../api/endpoints.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { changeWays } from './labels.ts';

export type Feed = Answer<'readFeed'>;

type LastChange = NonNullable<Feed['lastChange']>;

/** What any change of a feed's items makes stale. */
export const stale = [
  consoleApi.listFeeds,
  consoleApi.readFeed,
  consoleApi.listItems,
  consoleApi.describeItem,
  consoleApi.listFeedRevisions,
  consoleApi.compareFeedRevisions,
  consoleApi.listAudit,
];

export const feedParams = (site: string, feedId: string) => ({ params: { site, feedId } });

const whole = new Intl.NumberFormat('en');

/** "1 item", "12,000 items". */
export const sayItems = (count: number, one = 'item', more = `${one}s`) =>
  `${whole.format(count)} ${count === 1 ? one : more}`;

export const sayCount = (count: number) => whole.format(count);

/** "by upload, products.xml, ann@shop.example" */
export function sayHow({ way, note, by }: Pick<LastChange, 'way' | 'note' | 'by'>): string {
  const noted = way === 'rollback' && /^[0-9]+$/.test(note) ? `to revision ${note}` : note;
  return [changeWays[way], noted, by].filter((part) => part !== '').join(', ');
}

type Counts = Pick<LastChange, 'added' | 'changed' | 'removed'>;

/** "12 added, 3 changed"; a change of nothing says so. */
export function sayCounts({ added, changed, removed }: Counts): string {
  const said = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const;
  const some = said.filter(([count]) => count > 0);
  if (some.length === 0) return 'no changes';
  return some.map(([count, verb]) => `${whole.format(count)} ${verb}`).join(', ');
}

/** The first items at a terminal; for feeds that have none yet. */
export function curlOfItems(origin: string, feedId: string): string {
  const data = {
    sku: 'shirt-1',
    group_id: 'shirt',
    name: 'A shirt',
    url: 'https://shop.example/shirt-1',
    price: 15,
    in_stock: true,
    image_url: 'https://shop.example/shirt-1.jpg',
    categories: ['Shirts'],
  };
  const body = { requests: [{ id: 'shirt-1', action: 'update', body: { data } }] };
  return [
    `curl -X PUT ${origin}/v2/feeds/svcid/${feedId} \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

/** A whole file at a terminal. */
export const commandOfPush = (site: string, feedId: string) =>
  `npx attune feeds push products.xml --site ${site} --feed ${feedId}`;
