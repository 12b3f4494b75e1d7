// Making feeds, and choosing their affinity columns.
import { randomInt } from 'node:crypto';
import type { Fault } from '@attune/contract';
import { orderableWords } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, FeedRecord } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changesBetween } from '../../configuration/audit/index.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import { forgetDeleted, selectDeleted } from './deletion/store.ts';
import { type FeedRow, insertFeed, selectFeed, selectFeedRows, updateSettings } from './store.ts';

const defaultAffinity: readonly string[] = ['categories'];
/** The profile has so many properties at most, whichever feed they come from. */
const propertiesMax = 10;

export interface FeedRequest {
  /** A signed 64-bit integer; absent: one of ten digits is drawn. */
  readonly id?: string | undefined;
  readonly name: string;
  /** Columns whose values make the affinity profile. Default: categories. */
  readonly affinity?: readonly string[] | undefined;
  /** What counts as in stock though it is to be ordered. Default: preorder and backorder. */
  readonly orderable?: readonly string[] | undefined;
}

/** Creates an empty feed. Throws `invalid_request` with every error, or `conflict`. */
export async function createFeed(
  ctx: Context,
  siteId: number,
  request: FeedRequest,
  actor: string,
): Promise<FeedRow> {
  const { name } = request;
  const affinity = [...(request.affinity ?? defaultAffinity)];
  const orderable = [...(request.orderable ?? orderableWords)];
  refuseInvalid([...validateId(request.id), ...validateName(name), ...validateAffinity(affinity)]);
  const id = readFeedId(request.id ?? String(randomInt(1_000_000_000, 10_000_000_000)))!;
  const details = changesBetween(undefined, { name, affinity, orderable });
  const change = { siteId, actor, action: 'feed.create', subject: name, subjectId: id, details };
  return changeSite(ctx, change, async (tx) => {
    await refuseTooMany(tx, siteId, id, affinity);
    const revision = await revisionBehindDeleted(tx, siteId, id);
    const wanted = { id, name, affinity, orderable, revision };
    const made = await insertFeed(tx, siteId, wanted, new Date(ctx.now()));
    if (!made) throw new ApiError('conflict', `There is a feed ${id} on this site already.`);
    return made;
  });
}

/** The revision that a new feed begins with: 0, or where there was one of its id, behind that. */
async function revisionBehindDeleted(tx: Db, siteId: number, feedId: string): Promise<number> {
  const key = { siteId, feedId };
  const deleted = await selectDeleted(tx, key);
  if (!deleted) return 0;
  if (!deleted.isEmptied) {
    const reason = `The feed ${feedId} was deleted, and its items are still being removed.`;
    throw new ApiError('conflict', `${reason} Take another id, or try again in a few minutes.`);
  }
  await forgetDeleted(tx, key);
  return deleted.revision + 1;
}

export interface FeedSettings {
  readonly name?: string | undefined;
  readonly affinity?: readonly string[] | undefined;
  readonly orderable?: readonly string[] | undefined;
}

/** Changes a feed's settings. Throws `not_found` or `invalid_request`. */
export async function changeFeedSettings(
  ctx: Context,
  siteId: number,
  feedId: string,
  settings: FeedSettings,
  actor: string,
  check: (feed: FeedRow) => void = () => undefined,
): Promise<FeedRow> {
  const { name } = settings;
  const affinity = settings.affinity && [...settings.affinity];
  refuseInvalid([
    ...(name === undefined ? [] : validateName(name)),
    ...(affinity ? validateAffinity(affinity) : []),
  ]);
  const id = readFeedId(feedId);
  const shown = (feed: FeedRow) => ({
    ...{ name: feed.name, affinity: feed.affinity, orderable: feed.orderable },
  });
  const about = ({ before, after }: { before: FeedRow; after: FeedRow }) => ({
    ...{ subject: after.name, subjectId: after.id },
    details: changesBetween(shown(before), shown(after)),
  });
  const change = { siteId, actor, action: 'feed.change', subject: feedId, about };
  const { after } = await changeSite(ctx, change, async (tx) => {
    if (id && affinity) await refuseTooMany(tx, siteId, id, affinity);
    const before = requireFeed(id && (await selectFeed(tx, siteId, id)), feedId);
    check(before);
    const wanted = {
      name: name ?? before.name,
      affinity: affinity ?? [...before.affinity],
      orderable: [...(settings.orderable ?? before.orderable ?? [])],
    };
    const changed = await updateSettings(tx, siteId, before.id, wanted);
    return { before, after: requireFeed(changed, feedId) };
  });
  return after;
}

/** A site's feeds with their sizes, by id. */
export async function listFeeds(ctx: Context, siteId: number): Promise<FeedRow[]> {
  return selectFeedRows(ctx.db, siteId);
}

/** A snapshot's part of a site's feeds: what changes with the site's revision only. */
export async function selectFeeds(db: Db, siteId: number): Promise<FeedRecord[]> {
  const rows = await selectFeedRows(db, siteId);
  return rows.map(({ id, name, affinity, orderable }) => ({
    ...{ id, name, affinity },
    ...(orderable && { orderable }),
  }));
}

/** A feed id as it is stored; undefined for what is no signed 64-bit integer. */
export function readFeedId(text: string): string | undefined {
  if (!/^-?[0-9]{1,19}$/.test(text)) return undefined;
  const id = BigInt(text);
  return BigInt.asIntN(64, id) === id ? String(id) : undefined;
}

/** Refuses a feed that there is not, saying how to make it. */
export function requireFeed(feed: FeedRow | undefined | '', id: string): FeedRow {
  if (feed) return feed;
  const remedy = 'Create it with POST /v2/feeds, or with the command: attune feeds create.';
  throw new ApiError('not_found', `There is no feed ${id.slice(0, 30)} on this site. ${remedy}`);
}

function validateId(id: string | undefined): Fault[] {
  if (id === undefined || readFeedId(id) !== undefined) return [];
  return [{ pointer: '/id', detail: 'must be a signed 64-bit integer, as a string' }];
}

function validateName(name: string): Fault[] {
  if (name.trim() !== '' && name.length <= 200 && isStorable(name)) return [];
  return [{ pointer: '/name', detail: 'must have 1 to 200 characters' }];
}

function validateAffinity(affinity: readonly string[]): Fault[] {
  const errors = affinity.flatMap((column, at) => {
    const pointer = `/affinity/${at}`;
    if (column === '' || column.length > 100 || !isStorable(column)) {
      return [{ pointer, detail: 'must be the name of a column, 1 to 100 characters' }];
    }
    return affinity.indexOf(column) === at ? [] : [{ pointer, detail: 'is named twice' }];
  });
  if (affinity.length <= propertiesMax) return errors;
  return [
    ...errors,
    { pointer: '/affinity', detail: `must name at most ${propertiesMax} columns` },
  ];
}

async function refuseTooMany(tx: Db, siteId: number, id: string, affinity: readonly string[]) {
  const others = (await selectFeeds(tx, siteId)).filter((feed) => feed.id !== id);
  const properties = new Set([...affinity, ...others.flatMap((feed) => feed.affinity)]);
  if (properties.size <= propertiesMax) return;
  const detail = `the site's feeds would have ${properties.size} columns, at most ${propertiesMax}`;
  refuseInvalid([{ pointer: '/affinity', detail }]);
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
