// Which of a report's persons are in an audience, as far as their stored values say.
import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { acrossSites } from '../../../tenant-guard.ts';
import { audienceMap } from '../../experiences/audiences/index.ts';
import { selectStates } from '../../people/profiles/index.ts';
import { completeUsers, testOfStored } from '../targeting/index.ts';
import { type Question, selectPersons } from './store.ts';

/** A profile takes about a tenth of a millisecond to judge. */
const mostPersons = 50_000;
const pageSize = 1_000;
const atOnce = 50;

/**
 * The persons of a question who are in an audience, and those that only a request could tell.
 * Throws `not_found` for an audience that there is not, `invalid_query` for too many persons.
 */
export async function membersOf(
  ctx: Context,
  snapshot: SiteSnapshot,
  question: Question,
  audienceId: number,
): Promise<Pick<Question, 'members' | 'doubtful'>> {
  const { db } = ctx;
  const siteId = snapshot.site.id;
  const audiences = await audienceMap(db, siteId);
  const isThere = audiences.has(audienceId);
  if (!isThere) throw new ApiError('not_found', `There is no audience ${audienceId} on this site.`);
  const persons = await selectPersons(db, question, mostPersons + 1);
  if (persons.length > mostPersons) {
    throw new ApiError(
      'invalid_query',
      `More than ${mostPersons} users are too many to filter by an audience: choose fewer days.`,
    );
  }
  const { test } = testOfStored(ctx, snapshot, { $audience: audienceId }, audiences);
  const [members, doubtful]: [string[], string[]] = [[], []];
  for (let from = 0; from < persons.length; from += pageSize) {
    const page = persons.slice(from, from + pageSize);
    // The statements name each user with their site.
    const users = await acrossSites(() => usersOf(ctx, siteId, page));
    for (const [at, user] of users.entries()) {
      if (at % atOnce === atOnce - 1) await setImmediate();
      const answer = test(user);
      if (answer === true) members.push(user.userId);
      else if (answer === undefined) doubtful.push(user.userId);
    }
  }
  return { members, doubtful };
}

async function usersOf({ db }: Context, siteId: number, persons: readonly string[]) {
  const wanted = persons.map((id) => ({ siteId, id }));
  const states = new Map((await selectStates(db, wanted)).map(({ id, state }) => [id, state]));
  const rows = persons.map((userId) => ({ userId, state: states.get(userId) ?? '' }));
  return completeUsers(db, siteId, rows);
}
