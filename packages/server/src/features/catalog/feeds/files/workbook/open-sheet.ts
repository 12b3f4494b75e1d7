// How a sheet of a workbook becomes rows: streamed, in bounded memory, twice through the zip.
import { counted, type FileSize } from '../bytes.ts';
import { type DelimitedOptions, readTable } from '../delimited.ts';
import { FeedFileError, type FileLine, ROW_MAX } from '../feed-line.ts';
import { findHeader, type NumberedRecord } from '../header.ts';
import type { FeedSource } from '../source.ts';
import { repeatable } from '../spool.ts';
import { zipEntries } from '../unpack.ts';
import { cellText } from './cells.ts';
import { elementsIn, readWorkbook, type SheetPart, type Workbook } from './parts.ts';

interface Options {
  /** The first visible one unless given. */
  readonly sheet?: string | undefined;
  readonly onProgress?: Parameters<typeof counted>[1] | undefined;
  readonly onHeader?: DelimitedOptions['onHeader'];
}

/** Columns beyond are none of a table. */
const columnsMost = 2_000;

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
    const sheet = sheetOf(workbook, name);
    const chunks = counted(again, (progress) => {
      size.packed = progress.readBytes;
      options.onProgress?.(progress);
    });
    const records = recordsOf(chunks, sheet, workbook, size);
    const table = { isLenient: true, onHeader: options.onHeader };
    const close = async () => {
      await chunks.return(undefined);
      await remove();
    };
    const rows: AsyncGenerator<FileLine> = readTable(findHeader(records, ','), table);
    return { rows, size: (): FileSize => size, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

function sheetOf({ sheets }: Workbook, name: string | undefined): SheetPart {
  const wanted = name?.trim().toLowerCase();
  const found =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find((one) => one.name.trim().toLowerCase() === wanted);
  if (found) return found;
  const names = sheets.slice(0, 20).map((one) => one.name);
  throw new FeedFileError(`the workbook has no sheet ${name}; it has ${names.join(', ')}`);
}

async function* recordsOf(
  chunks: AsyncGenerator<Uint8Array>,
  { path }: SheetPart,
  workbook: Workbook,
  size: { unpacked: number },
): AsyncGenerator<NumberedRecord> {
  for await (const { name, bytes } of zipEntries(chunks)) {
    if (name !== path) continue;
    const reading = rowReader(workbook);
    let unread = 0;
    for await (const length of elementsIn(bytes, reading.on)) {
      size.unpacked += length;
      const rows = reading.take();
      unread = rows.length > 0 ? 0 : unread + length;
      if (unread > 2 * ROW_MAX) {
        throw new FeedFileError(`no row of the sheet ends within ${2 * ROW_MAX} bytes`);
      }
      yield* rows;
    }
    yield* reading.take();
    return;
  }
  throw new FeedFileError('the workbook lacks the sheet that it names');
}

function rowReader(workbook: Workbook) {
  let ended: NumberedRecord[] = [];
  let [line, record]: [number, string[]] = [0, []];
  let [column, type, style, text, isValue] = [0, '', '', '', false];
  const open = (element: string, at: Readonly<Record<string, string>>) => {
    if (element === 'row') {
      line = Number(at['r'] ?? line + 1);
      [record, column] = [[], -1];
    } else if (element === 'c') {
      column = at['r'] === undefined ? column + 1 : columnOf(at['r']);
      if (column >= columnsMost) {
        throw new FeedFileError(`row ${line} has more than ${columnsMost} columns`);
      }
      [type, style, text] = [at['t'] ?? 'n', at['s'] ?? '', ''];
    }
    isValue = element === 'v' || element === 't';
  };
  const close = (element: string) => {
    isValue = false;
    if (element === 'row') {
      ended.push({ record: Array.from(record, (cell = '') => cell), line });
    } else if (element === 'c') {
      const cell = cellText({ type, style, text }, workbook);
      if (cell !== '') record[column] = cell;
    }
  };
  const on = {
    ...{ open, close },
    text: (part: string) => {
      if (isValue) text += part;
    },
  };
  const take = () => {
    const rows = ended;
    ended = [];
    return rows;
  };
  return { on, take };
}

/** `AB12` is in the column 27, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/i.exec(reference)?.[0].toUpperCase() ?? 'A') {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}
