// Which sheet of a workbook is meant: the one of a name, else the first that looks like products.
import { type ProductLikeness, productLikeness } from '@attune/core';
import { counted } from '../bytes.ts';
import { readTable } from '../delimited.ts';
import { FeedFileError } from '../feed-line.ts';
import { findHeader } from '../header.ts';
import type { FeedSource } from '../source.ts';
import { zipEntries } from '../unpack.ts';
import type { SheetPart, Workbook } from './parts.ts';
import { recordsIn } from './records.ts';

/** A title and a header may stand above them. */
const rowsLookedAt = 50;
const best: ProductLikeness = 3;

/** Throws FeedFileError where the workbook has no sheet of the name. */
export async function chooseSheet(
  source: FeedSource,
  workbook: Workbook,
  name: string | undefined,
): Promise<SheetPart> {
  const { sheets } = workbook;
  if (name !== undefined) return sheetNamed(sheets, name);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const wanted = visible.length > 0 ? visible : sheets;
  if (wanted.length === 1) return wanted[0]!;
  const likeness = await likenessOf(source, workbook, wanted);
  const most = Math.max(...likeness.values());
  return wanted.find(({ path }) => likeness.get(path) === most) ?? wanted[0]!;
}

function sheetNamed(sheets: readonly SheetPart[], name: string): SheetPart {
  const wanted = name.trim().toLowerCase();
  const found = sheets.find((one) => one.name.trim().toLowerCase() === wanted);
  if (found) return found;
  const names = sheets.slice(0, 20).map((one) => one.name);
  throw new FeedFileError(`the workbook has no sheet ${name}; it has ${names.join(', ')}`);
}

/** How much the first rows of sheets look like products, by the sheets' places in the zip. */
async function likenessOf(source: FeedSource, workbook: Workbook, sheets: readonly SheetPart[]) {
  const found = new Map<string, ProductLikeness>();
  const chunks = counted(source, () => undefined);
  try {
    for await (const { name, bytes } of zipEntries(chunks)) {
      if (!sheets.some(({ path }) => path === name)) continue;
      found.set(name, await likenessIn(bytes, workbook));
      // What stands before it in the workbook was looked at: no other can come first.
      const known = sheets.findIndex(({ path }) => !found.has(path));
      const place = sheets.findIndex(({ path }) => found.get(path) === best);
      if (place >= 0 && (known < 0 || known > place)) break;
    }
  } finally {
    await chunks.return(undefined);
  }
  return found;
}

async function likenessIn(
  bytes: AsyncGenerator<Uint8Array>,
  workbook: Workbook,
): Promise<ProductLikeness> {
  const rows: unknown[] = [];
  let header: readonly string[] = [];
  const onHeader = (columns: readonly string[]) => {
    header = columns;
  };
  const records = findHeader(recordsIn(leftOpen(bytes), workbook), ',');
  try {
    for await (const line of readTable(records, { isLenient: true, onHeader })) {
      if ('row' in line) rows.push(line.row);
      if (rows.length === rowsLookedAt) break;
    }
  } catch (error) {
    // A sheet that is no table is none of products; when it is read, the reason is told.
    if (!(error instanceof FeedFileError)) throw error;
  }
  return productLikeness(rows, header);
}

/** Chunks of which the rest is passed over by the zip's reader, when enough of them were read. */
async function* leftOpen(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value, done } = await bytes.next();
    if (done) return;
    yield value;
  }
}
