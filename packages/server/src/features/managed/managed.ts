// What all managed objects have in common: pages, versions, If-Match, an audit entry a change.
import type { Context, Who } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { ApiError } from '../../refusal.ts';
import { changesBetween } from '../audit/index.ts';
import { changeSite } from '../sites/index.ts';
import {
  deleteObject,
  insertObject,
  type Kind,
  nextIds,
  type ObjectRow,
  selectObject,
  selectObjects,
  updateObject,
} from './store.ts';

/** What one kind of object adds to what they have in common. */
export interface ObjectKind<Input> {
  readonly kind: Kind;
  readonly noun: string;
  readonly nameOf: (input: Input) => string;
  /** What every site has without making it, by id; ids of objects begin at 1001. */
  readonly builtIn?: readonly ObjectRow[];
  /**
   * Checks an input and gives the body to keep, as JSON-able data. `before` is what it replaces.
   * Throws `invalid_request` with every fault. `newIds` numbers the object's parts.
   */
  readonly accept: (
    input: Input,
    at: {
      readonly tx: Db;
      readonly siteId: number;
      readonly id: number;
      readonly before: string | undefined;
      readonly newIds: (count: number) => Promise<number[]>;
    },
  ) => Promise<unknown>;
  /** Throws `conflict` when the object is in use. */
  readonly release: (tx: Db, siteId: number, object: ObjectRow) => Promise<void>;
}

const unknown = (noun: string, id: number) =>
  new ApiError('not_found', `There is no ${noun} ${id} on this site.`);

const taken = (noun: string, name: string) =>
  new ApiError('conflict', `There is another ${noun} "${name}" on this site.`);

/** A page of objects by id, and the cursor of the next one. */
export async function listObjects(
  ctx: Context,
  siteId: number,
  { kind, builtIn = [] }: Pick<ObjectKind<never>, 'kind' | 'builtIn'>,
  query: { cursor?: string; limit?: string },
): Promise<{ rows: ObjectRow[]; next: string | null }> {
  const limit = Number(query.limit ?? 50);
  const page = { after: Number(query.cursor ?? 0), limit: limit + 1 };
  const common = builtIn.filter(({ id }) => id > page.after);
  const rows = [...common, ...(await selectObjects(ctx.db, siteId, kind, page))];
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? String(shown.at(-1)?.id) : null };
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
  const about = (made: ObjectRow) => ({ details: changesBetween(undefined, shownOf(made)) });
  const change = { ...who, action: `${of.kind}.create`, subject: name, about };
  return changeSite(ctx, change, async (tx) => {
    const newIds = (count: number) => nextIds(tx, count);
    const [id] = (await newIds(1)) as [number];
    const body = await of.accept(input, { tx, siteId, id, before: undefined, newIds });
    const row = await insertObject(tx, siteId, of.kind, { id, name, body: JSON.stringify(body) });
    if (!row) throw taken(of.noun, name);
    return row;
  });
}

/** Replaces an object. Throws `not_found`, `revision_mismatch`, `invalid_request`, `conflict`. */
export async function replaceObject<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  target: { id: number; ifMatch: string | undefined },
  input: Input,
): Promise<ObjectRow> {
  const { siteId } = who;
  const name = of.nameOf(input);
  const about = ({ before, after }: { before: ObjectRow; after: ObjectRow }) => ({
    details: changesBetween(shownOf(before), shownOf(after)),
  });
  const change = { ...who, action: `${of.kind}.replace`, subject: name, about };
  const { after } = await changeSite(ctx, change, async (tx) => {
    const { id } = target;
    const row = await readObject(tx, siteId, of, id);
    refuseBuiltIn(of, row);
    checkMatch(row.version, target.ifMatch);
    const newIds = (count: number) => nextIds(tx, count);
    const body = await of.accept(input, { tx, siteId, id, before: row.body, newIds });
    const after = await updateObject(tx, siteId, of.kind, { id, name, body: JSON.stringify(body) });
    if (!after) throw taken(of.noun, name);
    return { before: row, after };
  });
  return after;
}

/** Deletes an object. Throws `not_found`, `revision_mismatch`, or `conflict` when it is in use. */
export async function removeObject<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  target: { id: number; ifMatch: string | undefined },
): Promise<void> {
  const { siteId } = who;
  const about = (gone: ObjectRow) => ({ details: changesBetween(shownOf(gone), undefined) });
  const change = { ...who, action: `${of.kind}.delete`, subject: String(target.id), about };
  await changeSite(ctx, change, async (tx) => {
    const row = await readObject(tx, siteId, of, target.id);
    refuseBuiltIn(of, row);
    checkMatch(row.version, target.ifMatch);
    await of.release(tx, siteId, row);
    await deleteObject(tx, siteId, of.kind, target.id);
    return row;
  });
}

/** An object as the audit log shows it. */
const shownOf = ({ id, version, body }: ObjectRow) => ({ id, version, ...JSON.parse(body) });

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
