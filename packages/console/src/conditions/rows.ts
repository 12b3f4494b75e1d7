// A condition as rows that people can read and change; what they cannot show stays JSON.

/** A value that a row can compare with. */
export type Scalar = string | number | boolean;

export type Of = 'all' | 'any' | 'none';

export interface AttributeRow {
  readonly kind: 'attribute';
  /** As conditions write it: `affinity.brand.St\. Pauli.rank`. */
  readonly path: string;
  /** `is`: the value stands by itself, `{ "channel": "APP" }`; else as conditions write it. */
  readonly operator: string;
  readonly value: Scalar | readonly Scalar[];
  /** It was begun here, and is not finished: what it compares with is not chosen yet. */
  readonly isOpen?: true;
}

export interface AudienceRow {
  readonly kind: 'audience';
  /** null: not chosen yet. */
  readonly id: number | null;
  readonly isIn: boolean;
}

/** A part that rows cannot show. */
export interface JsonRow {
  readonly kind: 'json';
  readonly json: unknown;
}

export interface Group {
  readonly kind: 'group';
  readonly of: Of;
  /**
   * How it was written: as members of one object, as a list (`$and`, `$or`, `$nor`), or by `$not`.
   * It is written like that again, where that says the same.
   */
  readonly form: 'members' | 'list' | 'not';
  readonly rows: readonly Row[];
}

export type Row = AttributeRow | AudienceRow | JsonRow | Group;

/** What an empty condition means: everyone. */
export const everybody: Group = { kind: 'group', of: 'all', form: 'members', rows: [] };

/** Was a row begun, and is it not finished? */
const isOpen = (row: Row): boolean =>
  row.kind === 'attribute' ? row.isOpen === true : row.kind === 'audience' && row.id === null;

/** The rows that are finished, and how many were left out. */
export function completeRows(group: Group): { readonly rows: Group; readonly left: number } {
  let left = 0;
  const within = (one: Group): Group => ({
    ...one,
    rows: one.rows.flatMap((row): Row[] => {
      if (row.kind === 'group') {
        const inner = within(row);
        return inner.rows.length > 0 || row.rows.length === 0 ? [inner] : [];
      }
      if (!isOpen(row)) return [row];
      left += 1;
      return [];
    }),
  });
  return { rows: within(group), left };
}

/** Every row that is open, wherever it is. */
export const openRows = (group: Group): readonly Row[] =>
  group.rows.flatMap((row) => (row.kind === 'group' ? openRows(row) : isOpen(row) ? [row] : []));
