// What versioned objects were: every version, what differs between two, and the way back to one.
import { type PlacedDifference, placedDifferences } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Who } from '../../../../context.ts';
import type { ObjectRow } from '../store.ts';
import { changeObject, type ObjectKind, readObject, type Target } from '../versioned-objects.ts';
import { selectVersion, selectVersions, type VersionRow } from './store.ts';

/** A page of an object's versions, the newest first, and the cursor of the next. */
export async function listVersions<Input>(
  { db }: Context,
  siteId: number,
  of: ObjectKind<Input>,
  id: number,
  query: { cursor?: string; limit?: string },
): Promise<{ versions: Omit<VersionRow, 'body'>[]; next: string | null }> {
  await readObject(db, siteId, of, id);
  const limit = Number(query.limit ?? 50);
  const before = query.cursor === undefined ? {} : { before: Number(query.cursor) };
  const rows = await selectVersions(db, siteId, of.kind, id, { ...before, limit: limit + 1 });
  const versions = rows.slice(0, limit);
  return { versions, next: rows.length > limit ? String(versions.at(-1)?.version) : null };
}

/** One version of an object. Throws `not_found`. */
export async function readVersion<Input>(
  { db }: Pick<Context, 'db'>,
  siteId: number,
  of: ObjectKind<Input>,
  id: number,
  version: number,
): Promise<VersionRow> {
  await readObject(db, siteId, of, id);
  const row = await selectVersion(db, siteId, of.kind, id, version);
  if (row) return row;
  throw new ApiError('not_found', `There is no version ${version} of the ${of.noun} ${id}.`);
}

/** What differs between two versions of an object; from version 0, which is nothing, too. */
export async function compareVersions<Input>(
  ctx: Pick<Context, 'db'>,
  siteId: number,
  of: ObjectKind<Input>,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<PlacedDifference[]> {
  const read = async (version: number) =>
    inputOf(of, (await readVersion(ctx, siteId, of, id, version)).body);
  const after = await read(to);
  return placedDifferences(from === 0 ? {} : await read(from), after);
}

/** Makes an object what it was at a version, as a further one. Throws what a replacement does. */
export async function restoreVersion<Input>(
  ctx: Context,
  who: Who,
  of: ObjectKind<Input>,
  target: Target,
  version: number,
): Promise<ObjectRow> {
  return changeObject(ctx, who, of, target, {
    action: 'restore',
    make: async (tx, { id, body: before }, newIds) => {
      const { body: restored } = await readVersion({ db: tx }, who.siteId, of, id, version);
      const input = inputOf(of, restored);
      const at = { tx, siteId: who.siteId, id, before, restored, newIds };
      return { name: of.nameOf(input), body: await of.accept(input, at) };
    },
  });
}

/** A stored body as an input. */
export function inputOf<Input>(of: Pick<ObjectKind<Input>, 'inputOf'>, body: string): Input {
  return of.inputOf ? of.inputOf(body) : (JSON.parse(body) as Input);
}
