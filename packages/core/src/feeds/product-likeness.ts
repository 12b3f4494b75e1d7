// How much the rows of a table look like products: which sheet of a workbook is read.
import { describeFileColumns } from './file-columns.ts';
import { mappingByNames, presetMapping } from './suggest-mapping.ts';

/** 3: products by their names; 2: something of products; 1: rows of something else; 0: none. */
export type ProductLikeness = 0 | 1 | 2 | 3;

/** By the names of its columns. */
export function productLikeness(
  rows: readonly unknown[],
  header: readonly string[],
): ProductLikeness {
  if (rows.length === 0) return 0;
  const columns = describeFileColumns(rows, header);
  if (presetMapping(columns, rows)) return 3;
  const found = Object.keys(mappingByNames(columns, rows).columns);
  if (!found.includes('sku') || found.length < 2) return 1;
  return found.includes('name') && found.length > 2 ? 3 : 2;
}
