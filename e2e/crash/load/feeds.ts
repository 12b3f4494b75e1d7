// Changes of feeds: a feed is as one of them left it, never in between.
import { type Change, drawers, type Items } from './feed-changes.ts';
import type { Look, Part, Setting } from './part.ts';

interface Feed {
  readonly id: string;
  readonly draw: (items: Items) => Change;
  items: Items;
  /** What it may hold as well, since a change of it is in doubt; that change can be sent again. */
  doubt: Change | undefined;
  acknowledged: number;
  inDoubt: number;
}

/** The feeds' ids, and the columns that make their profiles. */
export const feeds = [
  { id: '1', name: 'changes' },
  { id: '2', name: 'items' },
  { id: '3', name: 'lines' },
] as const;

/** Load of feeds: a lane a feed, so that the order of its changes is known. */
export function feedPart({ random, send, onFault }: Setting): Part {
  const draws = drawers(random, send);
  const held: Feed[] = draws.map((draw, at) => ({
    ...{ id: feeds[at]!.id, draw, items: new Map(), doubt: undefined },
    ...{ acknowledged: 0, inDoubt: 0 },
  }));

  return {
    lanes: held.length,
    async act(lane) {
      const feed = held[lane]!;
      // What became of a change is known once the round is over.
      if (feed.doubt) return;
      const change = feed.draw(feed.items);
      const outcome = await change.send();
      if (outcome.is === 'refused') onFault(`feed ${feed.id} was refused with ${outcome.status}`);
      if (outcome.is === 'doubtful') {
        feed.doubt = change;
        feed.inDoubt += 1;
        return;
      }
      if (outcome.is === 'acknowledged') {
        feed.items = change.after;
        feed.acknowledged += 1;
      }
    },
    async losses(look) {
      const losses: string[] = [];
      for (const feed of held) losses.push(...(await lossesOf(look, feed)));
      return losses;
    },
    counts: () => ({
      'feed changes': held.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      'feed changes in doubt': held.reduce((sum, { inDoubt }) => sum + inDoubt, 0),
    }),
  };
}

async function lossesOf(look: Look, feed: Feed): Promise<string[]> {
  const losses: string[] = [];
  const found = await itemsOf(look, feed.id);
  const isNew = feed.doubt && isSame(found, feed.doubt.after);
  if (!isSame(found, feed.items) && !isNew) {
    losses.push(`feed ${feed.id} is not as an acknowledged change left it: ${diff(found, feed)}`);
  }
  if (feed.doubt) {
    // Sent again, it is as if it had been sent once, whatever became of it the first time.
    const { is } = await feed.doubt.send();
    const after = await itemsOf(look, feed.id);
    if (is !== 'acknowledged') losses.push(`a change of feed ${feed.id} was ${is} when repeated`);
    else if (!isSame(after, feed.doubt.after)) {
      losses.push(`a change of feed ${feed.id} that was sent again is not in it`);
    }
    feed.items = feed.doubt.after;
    feed.doubt = undefined;
  }
  return losses;
}

async function itemsOf({ db, siteId }: Look, feedId: string): Promise<Items> {
  const { rows } = await db.query<{ sku: string; number: number }>(
    `select sku, (data ->> 'number')::integer as number from item
     where site_id = $1 and feed_id = $2`,
    [siteId, feedId],
  );
  return new Map(rows.map(({ sku, number }) => [sku, number]));
}

function isSame(one: Items, other: Items): boolean {
  return one.size === other.size && [...one].every(([sku, number]) => other.get(sku) === number);
}

function diff(held: Items, { items, doubt }: Feed): string {
  const skus = new Set([...held.keys(), ...items.keys()]);
  const wrong = [...skus].filter((sku) => held.get(sku) !== items.get(sku));
  const say = (sku: string) => `${sku} is ${held.get(sku)} and should be ${items.get(sku)}`;
  const or = doubt ? `, or as a change of ${doubt.after.size} items in doubt would` : '';
  return `${wrong.length} items differ: ${wrong.slice(0, 5).map(say).join(', ')}${or}`;
}
