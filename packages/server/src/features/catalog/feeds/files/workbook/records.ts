// The rows of a sheet as records, out of its XML.
import { FeedFileError, ROW_MAX } from '../feed-line.ts';
import type { NumberedRecord } from '../header.ts';
import { cellText } from './cells.ts';
import { elementsIn, type Workbook } from './parts.ts';

/** Columns beyond are none of a table. */
const columnsMost = 2_000;

/** Reads a sheet's rows; `onBytes` gets the length of each chunk that was read. */
export async function* recordsIn(
  bytes: AsyncIterable<Uint8Array>,
  workbook: Workbook,
  onBytes: (length: number) => void = () => undefined,
): AsyncGenerator<NumberedRecord> {
  const reading = rowReader(workbook);
  let unread = 0;
  for await (const length of elementsIn(bytes, reading.on)) {
    onBytes(length);
    const rows = reading.take();
    unread = rows.length > 0 ? 0 : unread + length;
    if (unread > 2 * ROW_MAX) {
      throw new FeedFileError(`no row of the sheet ends within ${2 * ROW_MAX} bytes`);
    }
    yield* rows;
  }
  yield* reading.take();
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
