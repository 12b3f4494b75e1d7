// What all versioned objects have in common: pages, versions, If-Match, an audit entry a change.

import { folded, parseWritten } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changesBetween } from '../audit/index.ts';
import { changeSite } from '../sites/index.ts';
import {
  deleteObject,
  type Filter,
  insertObject,
  type Kind,
  nextIds,
  type ObjectRow,
  selectObject,
  selectObjectNames,
  selectObjects,
  updateObject,
} from './store.ts';
import { deleteVersions, insertVersion } from './versions/store.ts';

/** What one kind of object adds to what they have in common. */
export interface ObjectKind<Input> {
  readonly kind: Kind;
  readonly noun: string;
  readonly nameOf: (input: Input) => string;
  /** What every site has without making it, by id; ids of objects begin at 1001. */
  readonly builtIn?: readonly ObjectRow[];
  /**
   * Checks an input and gives the body to keep, as JSON-able data. `before` is what it replaces.
   * Throws `invalid_request` with every error. `newIds` numbers the object's parts.
   */
  readonly accept: (
    input: Input,
    at: {
      readonly tx: Db;
      readonly siteId: number;
      readonly id: number;
      readonly before: string | undefined;
      /** An earlier body, whose parts may return with their ids. */
      readonly restored?: string;
      readonly newIds: (count: number) => Promise<number[]>;
    },
  ) => Promise<unknown>;
  /** What a body was accepted from; absent: the body is what was given. */
  readonly inputOf?: (body: string) => Input;
  /** Throws `conflict` when the object is in use, or that it is has to be confirmed. */
  readonly release: (
    tx: Db,
    siteId: number,
    object: ObjectRow,
    confirmed: string | undefined,
  ) => Promise<void>;
}

const unknown = (noun: string, id: number) =>
  new ApiError('not_found', `There is no ${noun} ${id} on this site.`);

const nameTaken = (noun: string, name: string) =>
  new ApiError('conflict', `There is another ${noun} "${name}" on this site.`);

export interface PageQuery {
  readonly cursor?: string;
  readonly limit?: string;
  readonly q?: string;
  readonly order?: 'oldest' | 'newest';
}

/** A page of objects by id, and the cursor of the next one. */
export async function listObjects(
  ctx: Context,
  siteId: number,
  { kind, builtIn = [] }: Pick<ObjectKind<never>, 'kind' | 'builtIn'>,
  query: PageQuery,
  filter: Filter = {},
): Promise<{ rows: ObjectRow[]; next: string | null }> {
  const limit = Number(query.limit ?? 50);
  const after = query.cursor === undefined ? undefined : Number(query.cursor);
  const isNewestFirst = query.order === 'newest';
  const page = { after, isNewestFirst, limit: limit + 1 };
  const text = folded(query.q ?? '');
  const follows = (id: number) => after === undefined || (isNewestFirst ? id < after : id > after);
  const common = builtIn.filter(({ id, name }) => follows(id) && folded(name).includes(text));
  const among = text === '' ? filter.among : await called(ctx.db, siteId, kind, text, filter);
  const wanted = { ...filter, among };
  const made = await selectObjects(ctx.db, siteId, kind, { ...page, filter: wanted });
  // What every site has is older than anything that it made.
  const rows = isNewestFirst ? [...made, ...common.toReversed()] : [...common, ...made];
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? String(shown.at(-1)?.id) : null };
}

/** Ids of objects that have a folded text in their name, of those that the filter lets through. */
async function called(db: Db, siteId: number, kind: Kind, text: string, { among }: Filter) {
  const all = await selectObjectNames(db, siteId, kind);
  const found = all.filter(({ names }) => folded(names).includes(text)).map(({ id }) => id);
  return among ? found.filter((id) => among.includes(id)) : found;
}

/** One object. Throws `not_found`. */
export async function readObject(
  db: Db,
  siteId: number,
  { kind, noun, builtIn = [] }: Pick<ObjectKind<never>, 'kind' | 'noun' | 'builtIn'>,
  id: number,
): Promise<ObjectRow> {
  const row = builtIn.find((one) => one.id === id) ?? (await selectObject(db, siteId, kind, id));
  if (!row) throw unknown(noun, id);
  return row;
}

/** Creates an object. Throws `invalid_request`, or `conflict` when the name is taken. */
export async function createObject<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  input: Input,
): Promise<ObjectRow> {
  const { siteId } = who;
  const name = of.nameOf(input);
  const about = (made: ObjectRow) => ({
    ...subjectOf(made),
    details: changesBetween(undefined, shownOf(made)),
  });
  const change = { ...who, action: `${of.kind}.create`, subject: name, about };
  return changeSite(ctx, change, async (tx) => {
    const newIds = (count: number) => nextIds(tx, count);
    const [id] = (await newIds(1)) as [number];
    const body = await of.accept(input, { tx, siteId, id, before: undefined, newIds });
    const row = await insertObject(tx, siteId, of.kind, { id, name, body: JSON.stringify(body) });
    if (!row) throw nameTaken(of.noun, name);
    const by = { at: new Date(ctx.now()), actor: who.actor, action: 'create' };
    await insertVersion(tx, siteId, of.kind, row, by);
    return row;
  });
}

export interface Target {
  readonly id: number;
  readonly ifMatch: string | undefined;
  /** What of the object a deletion was confirmed in spite of. */
  readonly confirmed?: string | undefined;
}

/** What a change of an object is called, and the body that it gives instead of another. */
export interface ObjectChange {
  readonly action: string;
  readonly make: (
    tx: Db,
    row: ObjectRow,
    newIds: (count: number) => Promise<number[]>,
  ) => Promise<{ readonly name: string; readonly body: unknown }>;
}

/**
 * Gives an object another body, as a further version. Throws `not_found`, `revision_mismatch`,
 * `conflict` for a taken name or what is archived, and what `make` throws.
 */
export async function changeObject<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  target: Target,
  { action, make }: ObjectChange,
): Promise<ObjectRow> {
  const { siteId } = who;
  const about = ({ before, after }: { before: ObjectRow; after: ObjectRow }) => ({
    ...subjectOf(after),
    details: changesBetween(shownOf(before), shownOf(after)),
  });
  const change = { ...who, action: `${of.kind}.${action}`, subject: String(target.id), about };
  const { after } = await changeSite(ctx, change, async (tx) => {
    const { id } = target;
    const before = await readObject(tx, siteId, of, id);
    refuseBuiltIn(of, before);
    checkMatch(before.version, target.ifMatch);
    refuseArchived(of, before);
    const { name, body } = await make(tx, before, (count) => nextIds(tx, count));
    const after = await updateObject(tx, siteId, of.kind, { id, name, body: JSON.stringify(body) });
    if (!after) throw nameTaken(of.noun, name);
    const at = new Date(ctx.now());
    // A node of the previous release may have written it, and stored no version.
    const unknownAuthor = { at, actor: '', action: 'replace' };
    await insertVersion(tx, siteId, of.kind, before, unknownAuthor);
    await insertVersion(tx, siteId, of.kind, after, { at, actor: who.actor, action });
    return { before, after };
  });
  return after;
}

/** The body that an input would give an object. Throws `invalid_request`, or `conflict`. */
export async function acceptObject<Input>(
  tx: Db,
  siteId: number,
  of: ObjectKind<Input>,
  { id, body: before }: ObjectRow,
  input: Input,
): Promise<unknown> {
  const newIds = (count: number) => nextIds(tx, count);
  return of.accept(input, { tx, siteId, id, before, newIds });
}

/** Replaces an object. Throws `not_found`, `revision_mismatch`, `invalid_request`, `conflict`. */
export async function replaceObject<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  target: Target,
  input: Input,
): Promise<ObjectRow> {
  return changeObject(ctx, who, of, target, {
    action: 'replace',
    make: async (tx, row) => ({
      name: of.nameOf(input),
      body: await acceptObject(tx, who.siteId, of, row, input),
    }),
  });
}

/** Refuses what would act on an object that is put away. */
export function refuseArchived({ noun }: { readonly noun: string }, row: ObjectRow): void {
  if (row.isArchived) {
    throw new ApiError('conflict', `The ${noun} is archived; take it out of the archive first.`);
  }
}

/** Deletes an object. Throws `not_found`, `revision_mismatch`, or `conflict` when it is in use. */
export async function removeObject<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  target: Target,
): Promise<void> {
  const { siteId } = who;
  const about = (gone: ObjectRow) => ({
    ...subjectOf(gone),
    details: changesBetween(shownOf(gone), undefined),
  });
  const change = { ...who, action: `${of.kind}.delete`, subject: String(target.id), about };
  await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, of, target.id);
    refuseBuiltIn(of, row);
    checkMatch(row.version, target.ifMatch);
    await of.release(tx, siteId, row, target.confirmed);
    await deleteObject(tx, siteId, of.kind, target.id);
    await deleteVersions(tx, siteId, of.kind, target.id);
    return row;
  });
}

/** An object as the audit log calls it: by the name that people gave it, not by its selector. */
export function subjectOf({ id, name, body }: ObjectRow) {
  const { name: title = name } = JSON.parse(body) as { readonly name?: string };
  return { subject: title, subjectId: String(id) };
}

/** An object as the audit log shows it. */
const shownOf = ({ id, version, body }: ObjectRow) => ({
  id,
  version,
  ...(parseWritten(body) as object),
});

function refuseBuiltIn(
  { noun, builtIn }: Pick<ObjectKind<never>, 'noun' | 'builtIn'>,
  row: ObjectRow,
) {
  if (!builtIn?.includes(row)) return;
  throw new ApiError('conflict', `Every site has the ${noun} "${row.name}"; it cannot be changed.`);
}

/** Refuses a change that is based on another version than the present one. */
function checkMatch(version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  if (ifMatch.split(',').some((tag) => tag.trim() === etag(version))) return;
  throw new ApiError(
    'revision_mismatch',
    `It is at ${etag(version)} now; read it again and repeat the change.`,
  );
}

/** A version as an entity tag (RFC 9110). */
export const etag = (version: number) => `"${version}"`;
