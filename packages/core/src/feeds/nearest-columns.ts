// Which of a file's columns come nearest to one that nothing was found for.
import { distanceBetween } from '../text/nearest.ts';
import { columnNames } from './column-names.ts';
import type { FileColumn, FileColumnKind } from './file-columns.ts';
import { bareName } from './mapping-file.ts';

const kinds: Readonly<Record<string, readonly FileColumnKind[]>> = {
  price: ['money', 'number'],
  in_stock: ['flag', 'number'],
  url: ['url'],
  image_url: ['url'],
  categories: ['list', 'text'],
};
const shownMost = 3;

/** Up to three, by their names and by what is in them. */
export function nearestColumns(column: string, columns: readonly FileColumn[]): string[] {
  const names = [column.replaceAll('_', ''), ...(columnNames[column] ?? '').split(/\s+/)];
  const farness = ({ column: other, kind, filled, distinct }: FileColumn) => {
    const bare = bareName(other);
    const isPart = names.some((name) => name.length > 3 && bare.includes(name));
    const far = isPart
      ? 0
      : Math.min(...names.map((name) => distanceBetween(bare.slice(0, 60), name) / name.length));
    const wanted = kinds[column];
    const isKind = wanted === undefined || wanted.includes(kind);
    // A sku is another in each row.
    const isUnique = column !== 'sku' || distinct > 1;
    return far + (isKind ? 0 : 1) + (isUnique ? 0 : 1) + (1 - filled) / 2;
  };
  return columns
    .filter(({ filled }) => filled > 0)
    .map((one) => ({ name: one.column, far: farness(one) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, shownMost)
    .map(({ name }) => name);
}
