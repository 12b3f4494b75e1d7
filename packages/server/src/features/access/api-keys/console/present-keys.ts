// Presents keys to teammates: with their use, and never with a value.
import {
  permissions as catalogue,
  isOffered,
  type KeyOrder,
  type KeyOutput,
  type Membership,
  type Permission,
  permissionIds,
} from '@attune/contract';
import { folded } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { readReach } from '../../../configuration/nodes/index.ts';
import { type KeyUse, readClients, readUse } from '../../key-use/index.ts';
import { hintOf, noSuchKey } from '../api-keys.ts';
import { mayCopy } from '../rules.ts';
import { type KeyRow, selectKey } from '../store.ts';
import {
  countKeys,
  selectDeletion,
  selectKeyPage,
  selectKeyTexts,
  selectSortedKeys,
  type Wanted,
} from './store.ts';

const dayMs = 86_400_000;
const daysShown = 30;
const usualLimit = 50;
/** PostgreSQL's largest integer. */
const largestId = 2 ** 31 - 1;

/** The site, and the membership of the teammate who looks. */
export interface View {
  readonly snapshot: SiteSnapshot;
  readonly membership: Membership;
}

interface KeysQuery {
  readonly search?: string;
  readonly sort?: KeyOrder;
  /** An id; of sorted keys, how many pages before had. */
  readonly cursor?: string;
  readonly limit?: string;
}

/** A page of a site's keys, the newest first or sorted, and which permissions the site offers. */
export async function showKeys(ctx: Context, view: View, query: KeysQuery) {
  const { site } = view.snapshot;
  const wanted = await wantedBy(ctx.db, site.id, query.search);
  const limit = Number(query.limit ?? usualLimit);
  const [{ rows, next }, total] = await Promise.all([
    query.sort === undefined
      ? latestKeys(ctx, site.id, wanted, { ...query, limit })
      : sortedKeys(ctx, site.id, wanted, { ...query, order: query.sort, limit }),
    countKeys(ctx.db, site.id, wanted),
  ]);
  return {
    keys: await shownOf(ctx, view, rows),
    next,
    total,
    offered: permissionIds.filter((permission) => isOffered(permission, site)),
  };
}

interface Paged {
  readonly cursor?: string;
  readonly limit: number;
}

async function latestKeys(ctx: Context, siteId: number, wanted: Wanted, { cursor, limit }: Paged) {
  const upTo = Math.min(Number(cursor ?? largestId), largestId);
  const found = await selectKeyPage(ctx.db, siteId, wanted, { upTo, limit: limit + 1 });
  const after = found[limit];
  return { rows: found.slice(0, limit), next: after ? String(after.id) : null };
}

async function sortedKeys(
  ctx: Context,
  siteId: number,
  wanted: Wanted,
  { order, cursor, limit }: Paged & { readonly order: KeyOrder },
) {
  const behind = Math.min(Number(cursor ?? 0), largestId);
  const page = { order, behind, limit: limit + 1 };
  const found = await selectSortedKeys(ctx.db, siteId, wanted, page);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? String(behind + limit) : null };
}

async function wantedBy(db: Context['db'], siteId: number, search = ''): Promise<Wanted> {
  const text = search.trim();
  if (text === '') return { text, ids: [], permissions: [] };
  const holds = (one: string) => folded(one).includes(folded(text));
  const found = (await selectKeyTexts(db, siteId)).filter((key) => holds(key.text));
  const names = (permission: Permission) => `${permission}\n${catalogue[permission].label}`;
  const permissions = permissionIds.filter((permission) => holds(names(permission)));
  return { text, ids: found.map(({ id }) => id), permissions };
}

/** A key as it is now, as the answer to a change. Throws `not_found`. */
export async function showKey(ctx: Context, view: View, id: number): Promise<KeyOutput> {
  const row = await selectKey(ctx.db, view.snapshot.site.id, id);
  if (!row) throw noSuchKey(id);
  return (await shownOf(ctx, view, [row]))[0]!;
}

/** A key, what each of its permissions was used for, and its clients. Throws `not_found`. */
export async function showKeyAndUse(ctx: Context, view: View, id: number) {
  const { id: siteId } = view.snapshot.site;
  const row = await selectKey(ctx.db, siteId, id);
  if (!row) throw noSuchKey(id);
  const since = new Date(ctx.now() - daysShown * dayMs);
  const [uses, clients] = await Promise.all([
    readUse(ctx.db, siteId, [id]),
    readClients(ctx.db, siteId, id, since),
  ]);
  const days = lastDays(ctx.now());
  const used = row.permissions.map((permission) => {
    const own = uses.filter((use) => use.permission === permission);
    const lately = own.filter(({ day }) => days.includes(day));
    return { permission, lastUsedAt: lastUseOf(own), calls: callsOf(lately) };
  });
  return {
    key: shown(ctx, view, row, uses),
    used,
    clients: clients.map(({ lastUsedAt, ...client }) => ({
      ...client,
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  };
}

/** When each node had applied a key's deletion. Throws `not_found`. */
export async function showDeletion(ctx: Context, siteId: number, id: number) {
  const deletion = await selectDeletion(ctx.db, siteId, id);
  if (!deletion) throw new ApiError('not_found', `No key ${id} of this site was deleted.`);
  const { deletedAt, revision } = deletion;
  const heard = await readReach(ctx.db, siteId, revision, deletedAt);
  return {
    deletedAt: deletedAt.toISOString(),
    revision,
    nodes: heard.map(({ node, heardAt }) => ({
      node,
      heardAt: heardAt?.toISOString() ?? null,
      afterMs: heardAt && Math.max(heardAt.getTime() - deletedAt.getTime(), 0),
    })),
  };
}

async function shownOf(ctx: Context, view: View, rows: readonly KeyRow[]): Promise<KeyOutput[]> {
  const ids = rows.map(({ id }) => id);
  const uses = await readUse(ctx.db, view.snapshot.site.id, ids);
  const byKey = Map.groupBy(uses, ({ keyId }) => keyId);
  return rows.map((row) => shown(ctx, view, row, byKey.get(row.id) ?? []));
}

function shown(ctx: Context, view: View, row: KeyRow, uses: readonly KeyUse[]): KeyOutput {
  const { name, notes, source, permissions, rateLimit, successorId } = row;
  const byDay = Map.groupBy(uses, ({ day }) => day);
  return {
    id: String(row.id),
    ...{ name, notes, source, permissions },
    hint: hintOf(ctx, row) ?? null,
    canCopy: mayCopy(row, view.membership) && row.sealedValue !== undefined,
    allowedOrigins: row.allowedOrigins ?? null,
    rateLimit: rateLimit?.perSecond ?? null,
    rateBurst: rateLimit?.burst ?? null,
    compatibility: row.compatibility,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUseOf(uses),
    callsLately: lastDays(ctx.now()).map((day) => callsOf(byDay.get(day) ?? [])),
    successorId: successorId === undefined ? null : String(successorId),
  };
}

const callsOf = (uses: readonly KeyUse[]) => uses.reduce((sum, { calls }) => sum + calls, 0);

function lastUseOf(uses: readonly KeyUse[]): string | null {
  const last = Math.max(...uses.map(({ lastUsedAt }) => lastUsedAt.getTime()));
  return uses.length === 0 ? null : new Date(last).toISOString();
}

/** The last days in UTC, today the last. */
function lastDays(now: number): string[] {
  return Array.from({ length: daysShown }, (_, at) =>
    new Date(now - (daysShown - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
}
