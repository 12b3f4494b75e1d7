// The boundaries between a server's commits, at which it is killed, and how they are recognised.

interface Transaction {
  /** Words that one of its statements has and no other transaction's. */
  readonly mark: string;
  /** Who does it, where the API and the worker are two processes. */
  readonly by: 'api' | 'worker';
}

const transactions = {
  /** A collect request becomes durable. */
  accept: { mark: 'insert into inbox ', by: 'api' },
  /** The log is given the partition of a day. */
  day: { mark: "hashtext('attune event days')", by: 'worker' },
  /** A worker's batch: out of the inbox, into log and profiles. */
  fold: { mark: "pg_try_advisory_xact_lock(hashtext('attune inbox')", by: 'worker' },
  /** An erasure is asked for. */
  'erasure-noted': { mark: 'insert into "erasure"', by: 'api' },
  /** Some days of an erased person's events, committed by themselves. */
  'erasure-events': { mark: 'delete from event', by: 'worker' },
  /** The rest of the erasure: names, devices, profiles. */
  erasure: { mark: 'and (done_at is null or again)', by: 'worker' },
  /** A change of a feed. */
  feed: { mark: 'insert into "feed_transaction"', by: 'api' },
  /** An import of people's attributes. */
  import: { mark: 'insert into "user_import"', by: 'api' },
  /** A worker takes a message from the outbox, to send it. */
  'message-taken': { mark: 'update delivery set held_until', by: 'worker' },
  /** It records that the message was sent. */
  'message-sent': { mark: 'update "delivery" set "state"', by: 'worker' },
  /** It publishes what is due. */
  publication: { mark: 'delete from "scheduled_publication"', by: 'worker' },
} satisfies Record<string, Transaction>;

export type Kind = keyof typeof transactions;
const kinds = Object.keys(transactions) as readonly Kind[];

/** Before the statement is given away, while the database works on it, once it has answered. */
const moments = ['before', 'sent', 'answered'] as const;

export interface Boundary {
  readonly kind: Kind;
  /** The commit, or a statement within the transaction by its number. */
  readonly statement: 'commit' | number;
  readonly moment: (typeof moments)[number];
}

/** The load of the rounds sends no messages and schedules nothing: both have runs of their own. */
const kindsOfRounds = kinds.filter(
  (kind) => kind !== 'publication' && !kind.startsWith('message-'),
);

/** Every commit of a worker and of what hands it its work, at each moment. */
export const commitBoundaries: readonly Boundary[] = kindsOfRounds.flatMap((kind) =>
  moments.map((moment) => ({ kind, statement: 'commit', moment }) as const),
);

/** The kind of transaction that a statement belongs to; undefined where it could be any. */
export function kindOf(statement: string): Kind | undefined {
  return kinds.find((kind) => statement.includes(transactions[kind].mark));
}

/** Who comes by at a boundary, where the API and the worker are two processes. */
export function actorAt({ kind }: Boundary): 'api' | 'worker' {
  return transactions[kind].by;
}

/** What a boundary is called in an account. */
export function nameOf({ kind, statement, moment }: Boundary): string {
  return `${kind} ${statement} ${moment}`;
}
