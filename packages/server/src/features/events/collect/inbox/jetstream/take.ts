// Which rows of messages are to be folded next, and how far their partitions are folded then.
import { textOf, type WaitingRow } from '../store.ts';
import type { StreamRow } from './messages.ts';
import type { Adopted, Position } from './store.ts';
import type { Part } from './window.ts';

/** The bytes of a batch's text, as of the table's. */
const batchBytes = 262_144;

/** Has a partition folded a row, by its position? */
const isFolded = ({ place, rows }: Position, at: number, row: number) =>
  at <= place || (at === place + 1 && row < rows);

/** The partitions that have rows in messages, in ascending order. */
export function partitionsWithRows(
  { messages }: Part,
  { base }: Adopted,
  positions: readonly Position[],
): number[] {
  const waiting = new Set<number>();
  const byPartition = new Map(positions.map((one) => [one.partition, one]));
  for (const { sequence, rows } of messages) {
    for (const [row, { partition }] of rows.entries()) {
      const position = byPartition.get(partition);
      if (position && !isFolded(position, base + sequence, row)) waiting.add(partition);
    }
    if (waiting.size === positions.length) break;
  }
  return [...waiting].sort((a, b) => a - b);
}

export interface RowsToFold {
  readonly rows: readonly WaitingRow[];
  /** How far the partitions are folded with these. */
  readonly folded: readonly Position[];
  /** Are these all rows of the messages? */
  readonly isWhole: boolean;
}

/** The oldest rows of some partitions: at least one, then as many as make a batch. */
export function takeRows(
  { messages, to }: Part,
  { base }: Adopted,
  positions: readonly Position[],
  limit: number,
): RowsToFold {
  const rows: WaitingRow[] = [];
  let bytes = 0;
  const byPartition = new Map(positions.map((one) => [one.partition, one]));
  for (const { sequence, rows: all } of messages) {
    const place = base + sequence;
    for (const [at, row] of all.entries()) {
      const position = byPartition.get(row.partition);
      if (!position || isFolded(position, place, at)) continue;
      if (rows.length === limit || (rows.length > 0 && bytes >= batchBytes)) {
        return { rows, folded: foldedUpTo(positions, place - 1, at), isWhole: false };
      }
      const { siteId, partition, size } = row;
      rows.push({ id: `${place}.${at}`, siteId, partition, text: textIn(row) });
      bytes += size ?? row.bytes.length;
    }
  }
  return { rows, folded: foldedUpTo(positions, base + to, 0), isWhole: true };
}

const foldedUpTo = (positions: readonly Position[], place: number, rows: number) =>
  positions.map(({ partition }) => ({ partition, place, rows }));

const textIn = ({ size, bytes }: StreamRow) =>
  size === null ? bytes.toString() : textOf(bytes, size);
