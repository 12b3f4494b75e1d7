// What each revision of a feed changed: marked, gone back to, and forgotten when it is too old.
import { sql } from 'kysely';
import type { Db } from '../../../../../db/schema.ts';
import type { FeedKey } from '../feed-key.ts';

/** Stages what the items that changed after a revision were at that revision. */
export async function stageRevision(db: Db, key: FeedKey, revision: number): Promise<void> {
  const skus = await selectTouched(db, key, { from: revision + 1 });
  await sql`
    with bound as (
      select coalesce(max(last_version), 0) as version from feed_revision
      where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision <= ${revision}
    ), touched as (
      select distinct sku from item_version
      where site_id = ${key.siteId} and feed_id = ${key.feedId} and ${amongSkus(skus)}
        and version > (select version from bound)
    ), compared as (
      select touched.sku, held.version, held.hash, held.data as before, present.data as after
      from touched
      left join lateral (
        select version, hash, data from item_version
        where site_id = ${key.siteId} and feed_id = ${key.feedId}
          and sku = touched.sku and version <= (select version from bound)
        order by version desc limit 1
      ) held on true
      join lateral (
        select data from item_version
        where site_id = ${key.siteId} and feed_id = ${key.feedId} and sku = touched.sku
        order by version desc limit 1
      ) present on true
    )
    insert into staged_row (position, sku, succeeded, hash, goes, found, differs, version)
    select row_number() over (order by sku), sku, true, hash, before is null, after is not null,
           before is distinct from after, version
    from compared`.execute(db);
}

/** Adds the versions that were staged of an older revision as the newest ones. */
export async function addRevision(db: Db, key: FeedKey): Promise<void> {
  await sql`
    insert into item_version (site_id, feed_id, version, sku, hash, data)
    select ${key.siteId}, ${key.feedId}, nextval('item_version_number'), staged_row.sku,
           held.hash, held.data
    from staged_row
    left join item_version held on held.site_id = ${key.siteId} and held.feed_id = ${key.feedId}
      and held.sku = staged_row.sku and held.version = staged_row.version
    where differs`.execute(db);
}

/** Of so many items a revision knows that it changed them; to find more, the feed is searched. */
export const touchedMax = 10_000;

/**
 * Marks what was added so far as a revision. Its items, unless they are too many, are those that
 * the staged rows change, and `others`.
 */
export async function insertRevision(
  db: Db,
  key: FeedKey,
  revision: number,
  touched: { readonly areMany: boolean; readonly others: readonly string[] },
): Promise<void> {
  await sql`
    insert into feed_revision (site_id, feed_id, revision, last_version, skus)
    select ${key.siteId}, ${key.feedId}, ${revision}, nextval('item_version_number'), case
      when not ${touched.areMany}::boolean then ${touched.others}::text[] || array(
        select distinct sku from staged_row where differs
      )
    end`.execute(db);
}

/** The items that revisions changed; undefined where that would have to be searched for. */
async function selectTouched(
  db: Db,
  key: FeedKey,
  { from, to }: { readonly from: number; readonly to?: number },
): Promise<string[] | undefined> {
  const { rows } = await sql<{ skus: string[] | null }>`
    select skus from feed_revision
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision >= ${from}
      and revision <= coalesce(${to ?? null}::bigint, revision)`.execute(db);
  const known = rows.flatMap(({ skus }) => (skus ? [skus] : []));
  return known.length === rows.length ? known.flat() : undefined;
}

/** The items that changes after a revision are of; undefined: too many are. */
export const selectTouchedSince = (db: Db, key: FeedKey, revision: number) =>
  selectTouched(db, key, { from: revision + 1 });

const amongSkus = (skus: readonly string[] | undefined) =>
  skus ? sql`sku = any(${skus}::text[])` : sql`true`;

const versionsOf = ({ siteId, feedId }: FeedKey) =>
  sql`hashtext('attune feed versions'), hashtext(${`${siteId} ${feedId}`})`;

/** Keeps the feed's earlier versions until the transaction ends. */
export async function keepVersions(db: Db, key: FeedKey): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${versionsOf(key)})`.execute(db);
}

/**
 * Forgets versions that no revision from `oldest` on has. While other transactions keep versions,
 * that is left to a later change.
 */
export async function forgetBefore(db: Db, key: FeedKey, oldest: number): Promise<void> {
  const { rows } = await sql<{ may: boolean; revision: string | null; version: string | null }>`
    select pg_try_advisory_xact_lock(${versionsOf(key)}) as may,
           min(revision) as revision, min(last_version) as version
    from feed_revision
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision < ${oldest}`.execute(db);
  const { may, revision, version } = rows[0]!;
  if (!may) return;
  const skus = await selectTouched(db, key, { from: Number(revision ?? 0) + 1, to: oldest });
  if (skus?.length !== 0) await forgetReplaced(db, key, { after: version ?? '0', oldest, skus });
  await sql`
    delete from feed_revision
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision < ${oldest}`.execute(db);
}

interface Replaced {
  /** The newest version of the revision up to which all was forgotten before. */
  readonly after: string;
  readonly oldest: number;
  readonly skus: readonly string[] | undefined;
}

/** Forgets what revisions up to one replaced, and their removed items. */
async function forgetReplaced(
  db: Db,
  key: FeedKey,
  { after, oldest, skus }: Replaced,
): Promise<void> {
  // The skus as an array, since the planner may know nothing of a feed that was loaded just now.
  await sql`
    with settled as materialized (
      select sku, version, data is null as is_gone from item_version
      where site_id = ${key.siteId} and feed_id = ${key.feedId} and ${amongSkus(skus)}
        and version > ${after}
        and version <= (
          select coalesce(max(last_version), 0) from feed_revision
          where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision = ${oldest}
        )
    )
    delete from item_version using settled
    where site_id = ${key.siteId} and feed_id = ${key.feedId}
      and item_version.sku = any(array(select sku from settled))
      and item_version.sku = settled.sku
      and (item_version.version < settled.version
        or item_version.version = settled.version and is_gone)`.execute(db);
}
