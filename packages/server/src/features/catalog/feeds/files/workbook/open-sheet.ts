// How a sheet of a workbook becomes rows: streamed, in bounded memory, twice through the zip.
import { counted, type FileSize } from '../bytes.ts';
import { type DelimitedOptions, readTable } from '../delimited.ts';
import { FeedFileError, type FileLine } from '../feed-line.ts';
import { findHeader, type NumberedRecord } from '../header.ts';
import type { FeedSource } from '../source.ts';
import { repeatable } from '../spool.ts';
import { zipEntries } from '../unpack.ts';
import { chooseSheet } from './choose-sheet.ts';
import { readWorkbook, type Workbook } from './parts.ts';
import { recordsIn } from './records.ts';

interface Options {
  /** The first with rows that look like products unless given. */
  readonly sheet?: string | undefined;
  readonly onProgress?: Parameters<typeof counted>[1] | undefined;
  readonly onHeader?: DelimitedOptions['onHeader'];
}

/**
 * Opens a sheet (first the texts that its cells share are read, then itself). Throws FeedFileError
 * where there is no such sheet, and what reading a zip throws.
 */
export async function openSheet(source: FeedSource, { sheet: name, ...options }: Options) {
  const { source: again, remove } = await repeatable(source);
  const size: { packed: number; unpacked: number } = { packed: 0, unpacked: 0 };
  try {
    const first = counted(again, () => undefined);
    const workbook = await readWorkbook(first).finally(() => first.return(undefined));
    const sheet = await chooseSheet(again, workbook, name);
    const chunks = counted(again, (progress) => {
      size.packed = progress.readBytes;
      options.onProgress?.(progress);
    });
    const records = recordsOf(chunks, sheet.path, workbook, size);
    const table = { isLenient: true, onHeader: options.onHeader };
    const close = async () => {
      await chunks.return(undefined);
      await remove();
    };
    const rows: AsyncGenerator<FileLine> = readTable(findHeader(records, ','), table);
    const sheets = workbook.sheets.filter((one) => one === sheet || !one.isHidden);
    const names = sheets.map((one) => one.name);
    return { rows, size: (): FileSize => size, close, sheet: sheet.name, sheets: names };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* recordsOf(
  chunks: AsyncGenerator<Uint8Array>,
  path: string,
  workbook: Workbook,
  size: { unpacked: number },
): AsyncGenerator<NumberedRecord> {
  for await (const { name, bytes } of zipEntries(chunks)) {
    if (name !== path) continue;
    yield* recordsIn(bytes, workbook, (length) => {
      size.unpacked += length;
    });
    return;
  }
  throw new FeedFileError('the workbook lacks the sheet that it names');
}
