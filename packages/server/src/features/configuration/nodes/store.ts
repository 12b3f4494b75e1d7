// Rows of nodes, and of the revisions that each of them has applied.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** What a node reports of itself; times are those of `performance.now()`. */
export interface Self {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly ('api' | 'worker')[];
  readonly version: string;
  readonly startedAt: number;
  readonly leaseMs: number;
}

/** Since when a node has applied a revision; times as above. */
export interface AppliedTimes {
  readonly siteId: number;
  readonly revision: number;
  readonly keysAt: number;
  /** Undefined: not all of it yet. */
  readonly restAt: number | undefined;
}

/** A moment of this process by the database's clock, so that nodes' clocks need not agree. */
const ago = (at: number) => performance.now() - at;

/** A node that is silent for longer, and as long as it honours keys, is gone. */
const silenceMs = 60_000;

/** Reports that a node is alive, and forgets those that are gone. Was it not on the list? */
export async function reportAlive(db: Db, self: Self): Promise<boolean> {
  const { id, name, roles, version, startedAt, leaseMs } = self;
  const { rows } = await sql<{ isNew: boolean }>`
    with gone as (
      delete from node
      where id <> ${id} and seen_at < clock_timestamp()
        - greatest(${silenceMs}, lease_ms) * interval '1 ms'
    )
    insert into node (id, name, roles, version, started_at, seen_at, lease_ms)
    values (${id}, ${name}, ${roles}, ${version},
            clock_timestamp() - ${ago(startedAt)}::float8 * interval '1 ms', clock_timestamp(),
            ${leaseMs})
    on conflict (id) do update set seen_at = excluded.seen_at
    returning xmax = 0 as "isNew"`.execute(db);
  return rows[0]?.isNew === true;
}

/** Adds what a node has applied. Of a revision reported again the earliest times stay. */
export async function insertApplied(
  db: Db,
  nodeId: string,
  applied: readonly AppliedTimes[],
): Promise<void> {
  const rowsNow = applied.map(({ siteId, revision, keysAt, restAt }) => {
    const restAgo = restAt === undefined ? null : ago(restAt);
    return { siteId, revision, keysAgo: ago(keysAt), restAgo };
  });
  await sql`
    insert into node_revision (node_id, site_id, revision, keys_at, all_at)
    select ${nodeId}, "siteId", revision,
           clock_timestamp() - max("keysAgo") * interval '1 ms',
           clock_timestamp() - max("restAgo") * interval '1 ms'
    from jsonb_to_recordset(${JSON.stringify(rowsNow)}::jsonb) as told
      ("siteId" integer, revision bigint, "keysAgo" float8, "restAgo" float8)
    group by "siteId", revision
    on conflict (node_id, site_id, revision) do update
    set all_at = coalesce(node_revision.all_at, excluded.all_at)`.execute(db);
}

/** Removes a node from the list, and all that it had applied. */
export async function removeNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute();
}

/** When a change had reached a node. */
export interface NodeReach {
  readonly node: string;
  /** Null: not yet. */
  readonly heardAt: Date | null;
}

/**
 * When each API node that is on the list, and was running at the time of a change, had applied the
 * keys of that revision of a site or of a later one. A node of which nothing from before is known
 * any more is left out: its first known revision would be too late.
 */
export async function readReach(
  db: Db,
  siteId: number,
  revision: number,
  changedAt: Date,
): Promise<NodeReach[]> {
  const { rows } = await sql<NodeReach>`
    select node.name as node, min(keys_at) as "heardAt"
    from node left join node_revision as heard
      on heard.node_id = node.id and heard.site_id = ${siteId} and heard.revision >= ${revision}
    where 'api' = any(node.roles) and node.started_at <= ${changedAt} and exists (
      select from node_revision as known
      where known.node_id = node.id and known.site_id = ${siteId} and known.revision <= ${revision})
    group by node.id, node.name
    order by node.name`.execute(db);
  return rows;
}

export interface NodeStatus {
  readonly node: string;
  readonly roles: ('api' | 'worker')[];
  readonly version: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** The latest of the site that it has in full. */
  readonly revision: string | null;
}

/** The nodes on the list, by name. */
export async function selectNodes(db: Db, siteId: number): Promise<NodeStatus[]> {
  const { rows } = await sql<NodeStatus>`
    select name as node, roles, version, started_at as "startedAt", seen_at as "seenAt",
           (select max(revision) from node_revision
            where node_id = node.id and site_id = ${siteId} and all_at is not null) as revision
    from node order by name, started_at`.execute(db);
  return rows;
}

/** When a worker was seen last, of those that are listed; undefined: none is. */
export async function selectWorkerSeenAt(db: Db): Promise<{ at: Date; agoMs: number } | undefined> {
  const { rows } = await sql<{ at: Date | null; agoMs: number }>`
    select max(seen_at) as at,
           1000 * extract(epoch from clock_timestamp() - max(seen_at))::double precision as "agoMs"
    from node where 'worker' = any(roles)`.execute(db);
  const { at, agoMs } = rows[0]!;
  return at === null ? undefined : { at, agoMs };
}

/** What PostgreSQL reports of itself. */
export async function selectDatabase(db: Db): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as bytes`.execute(db);
  const [found] = rows;
  return { version: found!.version, bytes: Number(found!.bytes) };
}

/** Forgets when nodes applied what they have gone beyond, if that was before a time. */
export async function forgetOldRevisions(db: Db, before: Date): Promise<void> {
  await sql`
    delete from node_revision as old
    where keys_at < ${before} and exists (
      select from node_revision as later
      where later.node_id = old.node_id and later.site_id = old.site_id
        and later.revision > old.revision and later.all_at is not null)`.execute(db);
}
