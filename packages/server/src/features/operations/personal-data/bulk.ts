// Many people of one request: erased together, and exported line by line.
import type { AnswerOf, api, Fault } from '@attune/contract';
import { type Identifier, identifierKey } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectBatch } from '../../people/erasures/index.ts';
import { type GivenName, readName } from '../../people/identity/index.ts';
import { requestErasures } from './erase.ts';
import { exportPerson } from './export.ts';
import { selectFound } from './store.ts';

interface Rejected {
  readonly index: number;
  readonly errors: Fault[];
}

/** The people of a list by their places, and what names nobody. */
function readPeople(snapshot: SiteSnapshot, people: readonly GivenName[]) {
  const named: { index: number; name: Identifier }[] = [];
  const rejected: Rejected[] = [];
  for (const [index, given] of people.entries()) {
    const at = `/people/${index}`;
    const read = readName(snapshot, given, { type: `${at}/cuidType`, value: `${at}/cuid` });
    if ('name' in read) named.push({ index, name: read.name });
    else rejected.push({ index, errors: [...read.faults] });
  }
  if (named.length > 0) return { named, rejected };
  const errors = rejected.flatMap((one) => one.errors);
  throw new ApiError('invalid_request', 'No entry of the list identifies a person; see errors.', {
    errors,
  });
}

/**
 * Requests the erasure of all of a list that can be named; who is named twice is erased once.
 * Throws `invalid_request` where nobody can be.
 */
export async function erasePeople(
  ctx: Context,
  snapshot: SiteSnapshot,
  people: readonly GivenName[],
  actor: string,
): Promise<AnswerOf<typeof api.eraseProfiles>> {
  const { named, rejected } = readPeople(snapshot, people);
  const places = new Map<string, number>();
  for (const { name } of named) {
    if (!places.has(identifierKey(name))) places.set(identifierKey(name), places.size);
  }
  const distinct = new Map(named.map(({ name }) => [identifierKey(name), name]));
  const names = [...places.keys()].map((key) => distinct.get(key)!);
  const { batchId, erasures } = await requestErasures(ctx, snapshot.site.id, names, actor);
  return {
    ...{ batchId, requested: names.length },
    notFound: erasures.filter(({ found }) => !found).length,
    erasures: named.map(({ index, name }) => ({
      index,
      ...erasures[places.get(identifierKey(name))!]!,
    })),
    rejected,
  };
}

/** Where each erasure of a request stands. Throws `not_found`. */
export async function readErasures(
  ctx: Context,
  siteId: number,
  batchId: string,
): Promise<AnswerOf<typeof api.readErasures>> {
  const rows = await selectBatch(ctx.db, siteId, batchId);
  const [first] = rows;
  if (!first) throw new ApiError('not_found', 'There is no such request of an erasure.');
  return {
    ...{ batchId, requestedAt: first.requestedAt.toISOString(), requested: rows.length },
    done: rows.filter(({ doneAt }) => doneAt !== null).length,
    erasures: rows.map(({ index, erasureId, found, doneAt }) => ({
      ...{ index, erasureId, found, state: doneAt ? ('done' as const) : ('waiting' as const) },
      doneAt: doneAt?.toISOString() ?? null,
    })),
  };
}

/** Exports each of a list that can be named, read when it is asked for. Throws as `erasePeople`. */
export function exportPeople(
  ctx: Context,
  snapshot: SiteSnapshot,
  people: readonly GivenName[],
  actor: string,
): AsyncGenerator<AnswerOf<typeof api.exportProfiles>[number]> {
  const { named, rejected } = readPeople(snapshot, people);
  const names = new Map(named.map(({ index, name }) => [index, name]));
  const faults = new Map(rejected.map((one) => [one.index, one]));
  return (async function* () {
    for (const index of people.keys()) {
      const name = names.get(index);
      if (!name) {
        yield faults.get(index)!;
        continue;
      }
      const known = await selectFound(ctx.db, snapshot.site.id, [name]);
      yield { index, found: known.size > 0, ...(await exportPerson(ctx, snapshot, name, actor)) };
    }
  })();
}

/** The same as lines of NDJSON. */
export async function* linesOf(all: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const one of all) yield `${JSON.stringify(one)}\n`;
}
