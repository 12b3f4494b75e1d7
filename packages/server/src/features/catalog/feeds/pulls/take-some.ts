// A fetched file that changes some columns: kept while it is read, as often as that takes.
import { googleMerchantMapping, type Mapping } from '@attune/core';
import type { Context } from '../../../../context.ts';
import type { ChangeReport, Origin, Target } from '../changes/change.ts';
import { patchItems } from '../changes/patch-items.ts';
import { FeedFileError } from '../files/feed-line.ts';
import { type ReadFeedOptions, readFeed } from '../files/read-feed-file.ts';
import type { FeedSource } from '../files/source.ts';
import { repeatable } from '../files/spool.ts';

interface Some {
  readonly reading: ReadFeedOptions;
  readonly columns: readonly string[];
  /** The feed's revision before the file was fetched. */
  readonly since: number;
  readonly origin: Origin;
}

/** Changes columns of items by a file. Throws what `patchItems` throws. */
export async function takeSome(
  ctx: Context,
  target: Target,
  from: FeedSource,
  { reading, origin, ...patch }: Some,
): Promise<ChangeReport> {
  const { source, remove } = await repeatable(from);
  let cleared: ReadonlySet<string> = new Set();
  const onHeader = (header: readonly string[]) => {
    cleared = columnsIn(header, patch.columns, reading);
  };
  try {
    return await patchItems(
      ctx,
      target,
      { ...patch, cleared: () => cleared, rows: () => readFeed(source, { ...reading, onHeader }) },
      { origin },
    );
  } finally {
    await remove();
  }
}

/**
 * The columns that a table has: an empty cell of theirs says something. A table that lacks one says
 * nothing of it, so it is refused.
 */
function columnsIn(
  header: readonly string[],
  columns: readonly string[],
  { mapping }: ReadFeedOptions,
): ReadonlySet<string> {
  const isIn = (column: string, by: Mapping | undefined) =>
    sourcesOf(column, by).some((source) => header.includes(source));
  const found = columns.filter((column) => isIn(column, mapping));
  // Without a mapping, Google's own names may become ours by the built-in one.
  const missing = columns.filter(
    (column) => !found.includes(column) && (mapping || !isIn(column, googleMerchantMapping)),
  );
  if (missing.length === 0) return new Set(found);
  throw new FeedFileError(`the file has no column for ${missing.join(', ')}`);
}

function sourcesOf(column: string, mapping: Mapping | undefined): readonly string[] {
  const rule = mapping?.columns.find((one) => one.column === column);
  if (!rule) return [column];
  const paths = [...rule.from, ...rule.templates.flatMap((template) => template.paths)];
  return paths.map(({ root }) => root);
}
