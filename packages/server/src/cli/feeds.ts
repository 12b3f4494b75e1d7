// attune feeds ...
import type { Command } from 'commander';
import { changeFeedSettings, createFeed, listFeeds } from '../features/catalog/feeds/index.ts';
import { removeFeed } from '../features/recommendations/feed-uses/index.ts';
import { group, listOf, subcommand } from './command.ts';
import { health, history, rollback } from './feed-history.ts';
import { pull } from './feed-pull.ts';
import { diff, push } from './feed-push.ts';
import { table } from './output.ts';
import { actor, withSite } from './session.ts';

interface CreateOptions {
  readonly site: string;
  readonly id?: string;
  readonly name: string;
  readonly affinity?: string[];
}

const create = subcommand<CreateOptions>('create', 'Create an empty feed.', (options) =>
  withSite(options.site, async (ctx, { site }) => {
    const { id, name, affinity } = options;
    const feed = await createFeed(ctx, site.id, { id, name, affinity }, actor);
    return { json: feed, text: `Feed ${feed.id}, "${feed.name}", is there and empty.` };
  }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--name <name>', 'what it holds')
  .option('--id <id>', 'a 64-bit integer; drawn unless given')
  .option('--affinity <list>', 'columns that make the affinity profile', listOf);

const list = subcommand<{ site: string }>('list', 'List feeds.', ({ site }) =>
  withSite(site, async (ctx, snapshot) => {
    const feeds = await listFeeds(ctx, snapshot.site.id);
    const head = ['ID', 'NAME', 'ITEMS', 'REVISION', 'AFFINITY'];
    const rows = feeds.map(({ id, name, items, revision, affinity }) => [
      id,
      name,
      String(items),
      String(revision),
      affinity.join(','),
    ]);
    return { json: { feeds }, text: table([head, ...rows]) };
  }),
).requiredOption('--site <name>', 'the site');

const set = subcommand<{ site: string; feed: string; affinity: string[] }>(
  'set',
  'Choose the columns that make up the affinity profile.',
  ({ site, feed, affinity }) =>
    withSite(site, async (ctx, snapshot) => {
      const changed = await changeFeedSettings(ctx, snapshot.site.id, feed, { affinity }, actor);
      return {
        json: changed,
        text: `Feed ${feed}: ${affinity.join(', ')}. For events from now on.`,
      };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--feed <id>', 'the feed')
  .requiredOption('--affinity <list>', 'columns', listOf);

const remove = subcommand<{ site: string; feed: string }>(
  'delete',
  'Delete a feed with its items and history, at once and for good.',
  ({ site, feed }) =>
    withSite(site, async (ctx, snapshot) => {
      const who = { siteId: snapshot.site.id, actor };
      const removed = await removeFeed(ctx, who, { feedId: feed });
      return { json: { ...removed, deleted: true }, text: removedText(removed) };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--feed <id>', 'the feed');

function removedText({ id, name, items, uses }: Awaited<ReturnType<typeof removeFeed>>): string {
  const { strategies, nextFeed, properties } = uses;
  const orphans = strategies.filter(({ isNamed }) => isNamed || nextFeed === null);
  const moved = strategies.filter((one) => !orphans.includes(one));
  const names = (some: readonly { name: string }[]) =>
    some.map((one) => `"${one.name}"`).join(', ');
  return [
    `Feed ${id}, "${name}", is deleted. A worker removes what its ${items} items leave behind.`,
    orphans.length > 0 && `Strategies without a feed now: ${names(orphans)}.`,
    moved.length > 0 && `Strategies that recommend from feed ${nextFeed} now: ${names(moved)}.`,
    properties.length > 0 && `No other feed has the affinity columns ${properties.join(', ')}.`,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

/** The commands of feeds. */
export const feedCommands: Command = group('feeds', 'Product feeds.', [
  create,
  list,
  set,
  push,
  pull,
  diff,
  history,
  health,
  rollback,
  remove,
]);
