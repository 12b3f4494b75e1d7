// attune feeds history, health, rollback.
import type { HealthOutput, RevisionOutput } from '@attune/contract';
import type { Command } from 'commander';
import { listRevisions, readHealth, rollbackFeed } from '../features/catalog/feeds/index.ts';
import { subcommand, wholeNumberOf } from './command.ts';
import { requireExistingFeed, requireFeedId } from './feed-option.ts';
import { table } from './output.ts';
import { actor, withSite } from './session.ts';

interface OfFeed {
  readonly site: string;
  readonly feed: string;
}

const ofFeed = (command: Command) =>
  command.requiredOption('--site <name>', 'the site').requiredOption('--feed <id>', 'the feed');

export const history: Command = ofFeed(
  subcommand<OfFeed & { limit?: number }>(
    'history',
    'List the changes of a feed.',
    ({ site: name, feed: id, limit = 20 }) =>
      withSite(name, async (ctx, { site }) => {
        const { key, feed } = await requireExistingFeed(ctx, site.id, id);
        const query = { limit: String(Math.min(100, Math.max(1, limit))) };
        const { revisions } = await listRevisions(ctx, key, feed, query);
        return { json: { revisions }, text: table([historyHead, ...revisions.map(historyRow)]) };
      }),
  ),
).option('--limit <n>', 'how many, 100 at most; default 20', wholeNumberOf);

const historyHead = [
  ...['REVISION', 'AT', 'BY', 'WAY', 'ADDED', 'CHANGED', 'REMOVED', 'REJECTED', 'ITEMS', 'KEPT'],
  'NOTE',
];

const historyRow = (one: RevisionOutput) => [
  ...[String(one.revision), one.at, one.by, one.way],
  ...[one.added, one.changed, one.removed, one.rejected, one.items].map(String),
  ...[one.isKept ? 'yes' : 'no', one.note],
];

export const health: Command = ofFeed(
  subcommand<OfFeed & { revision?: number }>(
    'health',
    'Show rejected rows, columns and alarms.',
    ({ site: name, feed: id, revision }) =>
      withSite(name, async (ctx, { site }) => {
        const { key, feed } = await requireExistingFeed(ctx, site.id, id);
        const found = await readHealth(ctx, key, feed, revision);
        return { json: found, text: healthText(found) };
      }),
  ),
).option('--revision <n>', 'default: the present one', wholeNumberOf);

const percent = (share: number) => `${Math.round(share * 100)} %`;

function healthText({ revision, measured, gaps, rejected, rejections }: HealthOutput): string {
  const lines = [`Revision ${revision}: ${rejected} rows were rejected.`];
  for (const { reason, rows, examples } of rejections) {
    lines.push(`  ${rows} x ${reason} (${examples.map(({ item }) => item).join(', ')})`);
  }
  if (!measured) return [...lines, 'Its columns were not measured yet.'].join('\n');
  const { columns, alarms, looked, items, isExact } = measured;
  const rows = columns.map(({ column, filled, distinct, before }) => [
    ...[column, percent(filled), before ? percent(before.filled) : '', String(distinct)],
    before ? String(before.distinct) : '',
  ]);
  return [
    ...lines,
    ...alarms.map(({ detail }) => `ALARM: ${detail}`),
    ...gaps.map(({ detail, remedy }) => `MISSING: ${detail} ${remedy}`),
    isExact ? `All ${items} items:` : `A sample of ${looked} of ${items} items:`,
    table([['COLUMN', 'FILLED', 'BEFORE', 'VALUES', 'BEFORE'], ...rows]),
    `Good affinity columns: ${measured.suggestedAffinity.join(', ') || 'none'}.`,
  ].join('\n');
}

export const rollback: Command = ofFeed(
  subcommand<OfFeed & { to: number; dryRun?: boolean }>(
    'rollback',
    'Go back to an earlier revision.',
    ({ site: name, feed, to, dryRun = false }) =>
      withSite(name, async (ctx, { site }) => {
        const id = requireFeedId(feed);
        const { measured: _, ...report } = await rollbackFeed(ctx, site.id, id, to, {
          ...{ actor, dryRun },
        });
        const { added, changed, removed } = report;
        const counts = `${added} added, ${changed} changed, ${removed} removed`;
        const text = dryRun
          ? `Nothing was changed: going back to revision ${to} would mean ${counts}.`
          : `The items are those of revision ${to} again, as revision ${report.revision}: ${counts}.`;
        return { json: report, text };
      }),
  ),
)
  .requiredOption('--to <revision>', 'the revision to go back to', wholeNumberOf)
  .option('--dry-run', 'only say what would change');
