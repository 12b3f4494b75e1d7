// What a column of an export is: its name, type, meaning, and how a row has it.

/**
 * `int64`: a whole number of 64 bits, as ids are. `timestamp`: ms since the epoch, UTC. `json`: the
 * text of a JSON value. `decimal`: a number as it was written, as text.
 */
export type ColumnType =
  | 'text'
  | 'int64'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'timestamp'
  | 'json'
  | 'decimal';

/** Absent: null. */
export type Cell = string | number | bigint | boolean | undefined;

/** Whether a column could lead to a person: by a pseudonym, or by what it says. */
export type Personal = 'pseudonym' | 'personal';

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** For the reference. */
  readonly about: string;
  /** Absent: neither. */
  readonly personal?: Personal;
  readonly of: (row: Row) => Cell;
}

/** States a column. */
export const column = <Row>(
  name: string,
  type: ColumnType,
  about: string,
  of: (row: Row) => Cell,
  personal?: Personal,
): Column<Row> => ({ name, type, about, of, ...(personal && { personal }) });
