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

/** What an empty condition means: everybody. */
export const everybody: Group = { kind: 'group', of: 'all', form: 'members', rows: [] };
