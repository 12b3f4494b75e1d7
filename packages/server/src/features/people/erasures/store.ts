// Erasures that were requested, until they are done.
import { sql } from 'kysely';
import type { InboxMark } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';

export interface Erasure {
  readonly siteId: number;
  readonly id: string;
  readonly type: string;
  readonly value: string;
  /** Of what pages have told of a device alone. */
  readonly claims: boolean;
  /** What was accepted before the request is up to it. */
  readonly mark: InboxMark;
}

/** A row of an erasure, with its mark's columns. */
type ErasureRow = Omit<Erasure, 'mark'> & InboxMark;

const withMark = <Row extends InboxMark>({ inboxId, place, ...row }: Row) => ({
  ...row,
  mark: { inboxId, place },
});

/** Is nothing in the inbox that was accepted before an erasure was requested? */
const nothingWaits = sql`
  not exists (
    select from inbox where inbox.site_id = erasure.site_id and inbox.id <= erasure.inbox_id)
  and erasure.stream_place <= coalesce((select min(place) from inbox_position), 0)`;

/** Of which request an erasure is a part, and what was known when it came. */
export interface InBatch {
  readonly batch: string;
  readonly place: number;
  readonly found: boolean;
}

/**
 * Notes an erasure; it is done by a worker. A node that found it in the ledger may have been first.
 */
export async function insertErasure(
  db: Db,
  erasure: Erasure,
  traces: readonly Buffer[],
  at: Date,
  part?: InBatch,
): Promise<void> {
  await db
    .insertInto('erasure')
    .values({
      site_id: erasure.siteId,
      id: erasure.id,
      requested_at: at,
      inbox_id: erasure.mark.inboxId,
      stream_place: erasure.mark.place,
      type: erasure.type,
      value: erasure.value,
      claims: erasure.claims,
      traces: [...traces],
      ...part,
    })
    .onConflict((conflict) => conflict.columns(['site_id', 'id']).doNothing())
    .execute();
}

/**
 * Some erasures that can be done now, since nothing that they wait for is in the inbox: the oldest
 * of every site, then the second of each, so that no site's keep another's from being done. People
 * of a long list come behind those who are erased one by one.
 */
export async function selectDueErasures(db: Db, claims: boolean): Promise<Erasure[]> {
  const { rows } = await sql<ErasureRow>`
    select site_id as "siteId", id, coalesce(type, '') as type, coalesce(value, '') as value,
           inbox_id as "inboxId", stream_place as place, claims
    from erasure
    where claims = ${claims} and done_at is null and ${nothingWaits}
    order by row_number() over (
      partition by site_id order by batch is not null and batch <> id, requested_at, place
    ), requested_at
    limit 100`.execute(db);
  return rows.map(withMark);
}

/** An erasure as a part of its request. */
export interface ErasureInBatch {
  readonly index: number;
  readonly erasureId: string;
  readonly found: boolean;
  readonly requestedAt: Date;
  readonly doneAt: Date | null;
}

/** The erasures of a request, in the order of its list. */
export async function selectBatch(
  db: Db,
  siteId: number,
  batch: string,
): Promise<ErasureInBatch[]> {
  const { rows } = await sql<ErasureInBatch>`
    select place as index, id as "erasureId", found, requested_at as "requestedAt",
           case when not again then done_at end as "doneAt"
    from erasure where site_id = ${siteId} and batch = ${batch} order by place`.execute(db);
  return rows;
}

/** Is an erasure done? */
export async function selectErasureIsDone(db: Db, siteId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from erasure
    where site_id = ${siteId} and id = ${id} and done_at is not null and not again`.execute(db);
  return rows.length === 1;
}

/** Locks erasures for their doing: those that no other worker has, or has done. */
export async function lockErasures(
  db: Db,
  siteId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from erasure
    where site_id = ${siteId} and id = any(${ids}::uuid[]) and (done_at is null or again)
    for update skip locked`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An erasure is done: the name of the person goes with it, and traces stay. */
export async function finishErasure(
  db: Db,
  siteId: number,
  id: string,
  traces: readonly Buffer[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ done_at: at, type: null, value: null, traces: [...traces] })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Those of some names whose erasure is requested and not done yet, as `type` and `value`. */
export async function selectAwaited(
  db: Db,
  siteId: number,
  claims: boolean,
  values: readonly string[],
): Promise<Pick<Erasure, 'type' | 'value'>[]> {
  const { rows } = await sql<Pick<Erasure, 'type' | 'value'>>`
    select type, value from erasure
    where site_id = ${siteId} and done_at is null and claims = ${claims}
      and value = any(${values}::text[])`.execute(db);
  return rows;
}

/** An erasure as a ledger has it. */
export interface LedgerErasure extends Pick<Erasure, 'claims'> {
  readonly id: string;
  readonly at: Date;
  readonly traces: readonly Buffer[];
}

export interface ErasureToReapply extends Omit<Erasure, 'type' | 'value'> {
  readonly traces: readonly Buffer[];
}

/** Those of some erasures that the database has neither done nor noted in the ordinary way. */
export async function selectUndone(
  db: Db,
  siteId: number,
  erasures: readonly LedgerErasure[],
): Promise<LedgerErasure[]> {
  const { rows } = await sql<{ id: string }>`
    select id from erasure
    where site_id = ${siteId} and id = any(${erasures.map(({ id }) => id)}::uuid[]) and not again
  `.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return erasures.filter(({ id }) => !known.has(id));
}

/** Notes erasures that are to be done again; of one noted already, the traces are joined. */
export async function insertErasuresToReapply(
  db: Db,
  siteId: number,
  erasures: readonly LedgerErasure[],
  { inboxId, place }: InboxMark,
): Promise<void> {
  const list = erasures.map(({ id, at, traces, claims }) => ({
    ...{ id, at: at.toISOString(), claims },
    traces: traces.map((trace) => trace.toString('hex')),
  }));
  await sql`
    insert into erasure (
      site_id, id, requested_at, done_at, inbox_id, stream_place, traces, again, claims)
    select ${siteId}::int, id, at, at, ${inboxId}::bigint, ${place}::bigint,
           array(select decode(trace, 'hex') from unnest(traces) as trace), true, claims
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as listed (id uuid, at timestamptz, traces text[], claims boolean)
    on conflict (site_id, id) do update set
      traces = array(select unnest(erasure.traces) union select unnest(excluded.traces))
    where erasure.again`.execute(db);
}

const mostReapplied = 10_000;

/** Erasures to be done again, of sites that have worked off their inbox of the time of the note. */
export async function selectErasuresToReapply(db: Db): Promise<ErasureToReapply[]> {
  const { rows } = await sql<Omit<ErasureToReapply, 'mark'> & InboxMark>`
    select site_id as "siteId", id, inbox_id as "inboxId", stream_place as place, traces, claims
    from erasure
    where again and ${nothingWaits}
    order by site_id, id
    limit ${mostReapplied}`.execute(db);
  return rows.map(withMark);
}

/** Is anything to be done again? */
export async function selectIsReapplyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from erasure where again limit 1`.execute(db);
  return rows.length > 0;
}

/** They are done again. */
export async function finishReapplied(
  db: Db,
  siteId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update erasure set again = false
    where site_id = ${siteId} and id = any(${ids}::uuid[])`.execute(db);
}

export interface ErasureKey {
  readonly siteId: number;
  readonly id: string;
}

/** A page of erasures that were requested or done since a time, to keep a ledger. */
export async function selectErasuresSince(
  db: Db,
  since: Date,
  after: ErasureKey | undefined,
  limit: number,
): Promise<(LedgerErasure & ErasureKey)[]> {
  const { rows } = await sql<LedgerErasure & ErasureKey>`
    select site_id as "siteId", id, coalesce(done_at, requested_at) as at, traces, claims
    from erasure
    where (requested_at >= ${since} or done_at >= ${since}) and traces is not null
      and (site_id, id) > (${after?.siteId ?? 0}::int, ${after?.id ?? noId}::uuid)
    order by site_id, id
    limit ${limit}`.execute(db);
  return rows;
}

const noId = '00000000-0000-0000-0000-000000000000';
