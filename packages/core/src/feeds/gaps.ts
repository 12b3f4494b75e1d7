// What a feed lacks for affinity and recommendations: which part of them does not work, and why.
import type { FeedMeasure, MeasuredColumn } from './health.ts';

export interface Gap {
  readonly column: string;
  /** A sentence: what is missing, and what does not work therefore. */
  readonly detail: string;
  /** What to do. */
  readonly remedy: string;
}

/** With less than this of its items, a column leaves most of the feed out. */
const enough = 0.5;
/** A price or a picture is expected of nearly all. */
const almostAll = 0.9;
/** Different values are counted no further. */
const distinctMost = 1_000;

/** The gaps of a feed, those of affinity first. A feed without items has none. */
export function gapsOf(measure: FeedMeasure, affinity: readonly string[]): Gap[] {
  if (measure.items === 0) return [];
  const columnOf = (name: string) => measure.columns.find(({ column }) => column === name);
  return [
    ...(affinity.length === 0 ? [unchosen(measure)] : []),
    ...affinity.flatMap((column) => affinityGap(column, columnOf(column), measure) ?? []),
    ...groupGap(columnOf('group_id'), columnOf('name')),
    ...needs.flatMap(({ column, least, so, remedy }) => {
      const filled = columnOf(column)?.filled ?? 0;
      if (filled >= least || affinity.includes(column)) return [];
      return [{ column, detail: `${sayFilled(column, filled)}: ${so}.`, remedy }];
    }),
  ];
}

function unchosen({ suggestedAffinity: [best] }: FeedMeasure): Gap {
  return {
    column: best ?? 'categories',
    detail: 'No affinity column is chosen: profiles learn nothing from this feed.',
    remedy: best
      ? `Add ${best} to the affinity columns.`
      : 'Add a column with few values to the file, such as a category or a brand.',
  };
}

function affinityGap(
  column: string,
  is: MeasuredColumn | undefined,
  { looked }: FeedMeasure,
): Gap | undefined {
  const filled = is?.filled ?? 0;
  if (filled < enough) {
    const so = filled === 0 ? `there is no affinity by ${column}` : 'profiles learn from few items';
    const remedy = `Fill ${column} in the file, or map another column to it.`;
    return { column, detail: `${sayFilled(column, filled)}: ${so}.`, remedy };
  }
  if (is!.distinct === 1 && looked > 1) {
    const detail = `${column} has the same value in every item: it tells no likes apart.`;
    return { column, detail, remedy: `Fill ${column} with what the items are, or choose another.` };
  }
  return undefined;
}

/** Of the same name are the variants of one product. */
function groupGap(group: MeasuredColumn | undefined, name: MeasuredColumn | undefined): Gap[] {
  const column = 'group_id';
  if (!name || name.filled < enough || name.distinct > distinctMost) return [];
  const remedy = 'Map the number that all variants of a product share to group_id.';
  if (!group || group.filled < enough) {
    const filled = sayFilled(column, group?.filled ?? 0);
    const detail = `${filled}: variants of one product are recommended side by side.`;
    return [{ column, detail, remedy }];
  }
  if (name.distinct * 10 > group.distinct * 9) return [];
  const detail =
    'Items with the same name have different values of group_id: variants of one product are recommended side by side.';
  return [{ column, detail, remedy }];
}

const needs = [
  {
    ...{ column: 'categories', least: enough },
    so: 'filters, rules and affinity by category leave out items without it',
    remedy: 'Map the category or the kind of product to categories.',
  },
  {
    ...{ column: 'price', least: almostAll },
    so: 'filters by price leave out items without it',
    remedy: 'Map the price to price.',
  },
  {
    ...{ column: 'image_url', least: almostAll },
    so: 'items without it are shown without a picture',
    remedy: 'Map the address of the main picture to image_url.',
  },
  {
    ...{ column: 'publish_time', least: enough },
    so: 'strategies for the newest items leave out items without it',
    remedy: 'Map the day on which an item was published or created to publish_time.',
  },
] as const;

function sayFilled(column: string, filled: number): string {
  if (filled === 0) return `No item has ${column}`;
  return `${column} is filled in ${Math.max(1, Math.round(filled * 100))} % of the items`;
}
