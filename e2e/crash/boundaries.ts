// The boundaries between a server's commits, at which it is killed, and how they are told apart.

/** What a transaction is about, by words that one of its statements has and no other's. */
const marks = {
  /** A collect request becomes durable. */
  accept: 'insert into inbox ',
  /** The log is given the partition of a day. */
  day: "hashtext('attune event days')",
  /** A worker's batch: out of the inbox, into log and profiles. */
  fold: 'select "id", "site_id", "entry" from "inbox"',
  /** An erasure is asked for. */
  'erasure-noted': 'insert into "erasure"',
  /** Some days of an erased person's events, committed by themselves. */
  'erasure-events': 'delete from event',
  /** The rest of the erasure: names, devices, profiles. */
  erasure: 'for update skip locked',
  /** A change of a feed. */
  feed: 'feed_transaction',
  /** An import of people's attributes. */
  import: 'insert into "user_import"',
} as const;

type Kind = keyof typeof marks;
const kinds = Object.keys(marks) as readonly Kind[];

/** Before the statement is given away, while the database works on it, once it has answered. */
const moments = ['before', 'sent', 'answered'] as const;

export interface Boundary {
  readonly kind: Kind;
  /** The commit, or a statement within the transaction by its number. */
  readonly statement: 'commit' | number;
  readonly moment: (typeof moments)[number];
}

/** Every commit of a worker and of what hands it its work, at each moment. */
export const commitBoundaries: readonly Boundary[] = kinds.flatMap((kind) =>
  moments.map((moment) => ({ kind, statement: 'commit', moment }) as const),
);

/** Which kind of transaction a statement tells; undefined where it could be any. */
export function kindOf(statement: string): Kind | undefined {
  return kinds.find((kind) => statement.includes(marks[kind]));
}

/** What a boundary is called in an account. */
export function nameOf({ kind, statement, moment }: Boundary): string {
  return `${kind} ${statement} ${moment}`;
}
