// What exports read of the database: each part as of one moment, through COPY.
import type { PoolClient } from 'pg';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { binaryRows, type Cells } from '../../../db/binary-rows.ts';
import { copyOut } from '../../../db/copy-out.ts';
import { dayVersion } from '../../events/interactions/index.ts';

/** PostgreSQL's code. */
const lockNotAvailable = '55P03';

/** A connection that holds the right to export something of a site. */
export type ExportConnection = PoolClient;

/**
 * Does work on a connection of its own, one at a time of a site's kinds. Throws `conflict` where
 * another process is at it.
 */
export async function withExportLock<T>(
  { pool }: Pick<Context, 'pool'>,
  siteId: number,
  kind: string,
  work: (client: ExportConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const lock = [`attune export ${kind}`, siteId];
  try {
    // The server needs a moment to find out that a process that had it is gone.
    await client.query(`set lock_timeout = '5s'`);
    await client.query('select pg_advisory_lock(hashtext($1), $2)', lock).catch((error) => {
      if (error.code !== lockNotAvailable) throw error;
      const detail = `Another process exports the ${kind} of the site. Wait until it is done.`;
      throw new ApiError('conflict', detail);
    });
    const done = await work(client);
    await client.query('select pg_advisory_unlock(hashtext($1), $2)', lock);
    return done;
  } finally {
    // The session goes, and what it was in the middle of.
    client.release(true);
  }
}

/** Reads rows as of one moment, for as long as that takes. */
export async function* atOneMoment<T>(
  client: ExportConnection,
  read: () => AsyncGenerator<T>,
): AsyncGenerator<T> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(
    `select set_config('statement_timeout', '0', true),
            set_config('idle_in_transaction_session_timeout', '0', true)`,
  );
  yield* read();
  await client.query('commit');
}

/** The version of a day of a site's log: another one after each change of its events. */
export async function selectVersion(
  { db }: Pick<Context, 'db'>,
  client: ExportConnection,
  siteId: number,
  day: string,
): Promise<string> {
  const { sql, parameters } = dayVersion(siteId, day).compile(db);
  const { rows } = await client.query<{ version: string }>(sql, [...parameters]);
  return rows[0]!.version;
}

export interface EventsToCopy {
  readonly siteId: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Undefined: all. */
  readonly kinds: readonly string[] | undefined;
}

/**
 * The id, the user and the JSON of a day's events, those of some kinds in the order of their ids.
 * COPY takes no parameters: the site is a number, day and kinds are of our own making.
 */
export function copyEvents(
  client: ExportConnection,
  { siteId, day, kinds }: EventsToCopy,
): AsyncGenerator<Cells[]> {
  const ofKinds = kinds ? `and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})` : '';
  const text = `copy (
    select id, user_id, data from event
    where site_id = ${Number(siteId)} and day = '${day}' ${ofKinds}
    ${kinds ? 'order by id' : ''}
  ) to stdout (format binary)`;
  return binaryRows(client.query(copyOut(text)).data);
}

export interface StoredProfile {
  readonly userId: bigint;
  readonly personId: bigint;
  readonly state: string;
  /** JSON; undefined: none. */
  readonly identifiers: string | undefined;
}

/** The profiles of a site's users, in the order of their persons. */
export async function* readProfiles(
  client: ExportConnection,
  siteId: number,
): AsyncGenerator<readonly StoredProfile[]> {
  const text = `copy (
    select profile.user_id, person.id, profile.state, named.identifiers
    from profile
    left join device
      on device.site_id = ${Number(siteId)} and device.user_id = profile.user_id
    cross join lateral (select coalesce(device.owner_id, profile.user_id) as id) as person
    cross join lateral (
      select json_agg(json_build_object('type', type, 'value', value) order by type, value)::text
        as identifiers
      from identifier
      where identifier.site_id = ${Number(siteId)} and person_id = person.id) as named
    where profile.site_id = ${Number(siteId)}
    order by person.id, profile.user_id
  ) to stdout (format binary)`;
  for await (const rows of binaryRows(client.query(copyOut(text)).data)) {
    yield rows.map(([userId, personId, state, identifiers]) => ({
      ...{ userId: userId!.readBigInt64BE(), personId: personId!.readBigInt64BE() },
      ...{ state: state!.toString('utf8'), identifiers: identifiers?.toString('utf8') },
    }));
  }
}
