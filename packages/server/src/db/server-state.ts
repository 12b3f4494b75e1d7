// What one server of a cluster is: its primary or a standby, of which timeline.
import pg from 'pg';
import { type Host, nameOf } from './hosts.ts';

/** What a server says of itself. */
interface ServerFacts {
  readonly isStandby: boolean;
  /** Are transactions read-only by default? */
  readonly isReadOnly: boolean;
  /** The cluster's system identifier; undefined where the server does not tell. */
  readonly system: string | undefined;
  /** Of a primary: a promotion makes a higher one. Undefined where the server does not tell. */
  readonly timeline: number | undefined;
}

/** Which cluster a server is of, and its timeline. */
export type ClusterIdentity = Pick<ServerFacts, 'system' | 'timeline'>;

export interface ServerState {
  readonly host: Host;
  /** Undefined where it could not be reached, for the reason that `error` is. */
  readonly facts: ServerFacts | undefined;
  readonly error?: Error;
}

/** A host that drops packets delays the search by so much. */
const probeMs = 2_000;

/**
 * The timeline is that of the log's next record: the one of the last checkpoint is the old one for
 * a while after a promotion. Both functions may be called by any role.
 */
const everything = `
  select pg_is_in_recovery() as "isStandby",
         current_setting('transaction_read_only') = 'on' as "isReadOnly",
         (select system_identifier::text from pg_control_system()) as system,
         case when not pg_is_in_recovery()
              then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
         end as timeline`;

/** What a server that keeps those functions to itself still tells. */
const least = `
  select pg_is_in_recovery() as "isStandby",
         current_setting('transaction_read_only') = 'on' as "isReadOnly",
         null as system, null as timeline`;

/** No such function, no right to call it, or not supported, as on some managed services. */
const keptBack = /^(42501|42883|0A000)$/;

/** Asks the server of a connection what it is. */
export async function readFacts(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query(everything).catch((error) => {
    if (!keptBack.test(error.code)) throw error;
    return client.query(least);
  });
  const { system, timeline, ...rest } = rows[0];
  return { ...rest, system: system ?? undefined, timeline: timeline ?? undefined };
}

/** Asks a server on a connection of its own. Never rejects. */
export async function probe(url: string, host: Host): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `attune probe ${process.pid}`,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => undefined);
  client.host = host.host;
  client.port = host.port;
  try {
    await client.connect();
    return { host, facts: await readFacts(client) };
  } catch (error) {
    return { host, facts: undefined, error: error as Error };
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Nothing is wrong with a server that is no primary only for this. */
export const ready = 'is a standby';

/** Why a server is not the primary that is to be used; undefined where it may be. */
export function faultOf({ facts, error }: ServerState, known: ClusterIdentity): string | undefined {
  if (!facts) return `cannot be reached: ${reasonOf(error)}`;
  const { system, timeline, isStandby } = facts;
  if (system !== undefined && known.system !== undefined && system !== known.system) {
    return `belongs to another cluster: its system identifier is ${system}, not ${known.system}`;
  }
  if (isStandby) return ready;
  if (timeline !== undefined && known.timeline !== undefined && timeline < known.timeline) {
    return `is an old primary: its timeline is ${timeline}, and ${known.timeline} was seen`;
  }
  return undefined;
}

/**
 * The server to use among several: of the highest timeline, writable rather than read-only, and
 * `current` before others, where timelines are not told.
 */
export function primaryAmong(
  states: readonly ServerState[],
  known: ClusterIdentity,
  current: Host | undefined,
): ServerState | undefined {
  const rank = ({ host, facts }: ServerState) =>
    [facts?.timeline ?? 0, facts?.isReadOnly ? 0 : 1, host === current ? 1 : 0] as const;
  return states
    .filter((state) => faultOf(state, known) === undefined)
    .reduce<ServerState | undefined>((first, state) => {
      if (!first) return state;
      const [one, other] = [rank(first), rank(state)];
      const at = one.findIndex((value, index) => value !== other[index]);
      return at >= 0 && other[at]! > one[at]! ? state : first;
    }, undefined);
}

/** Is one of another cluster than the other, or of an earlier timeline? */
export const isOlder = (one: ClusterIdentity, other: ClusterIdentity) =>
  other.system !== undefined &&
  (one.system !== other.system || (one.timeline ?? 0) < (other.timeline ?? 0));

/** Says of each host why it is not the primary. */
export function noPrimary(states: readonly ServerState[], known: ClusterIdentity): Error {
  const reasons = states.map((state) => `${nameOf(state.host)} ${faultOf(state, known)}`);
  return new Error(`No PostgreSQL primary: ${reasons.join('; ')}`);
}

/** An address that was tried in two families has an error without a message. */
function reasonOf(error: Error | undefined): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error?.message || 'it does not answer';
}
