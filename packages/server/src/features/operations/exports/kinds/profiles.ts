// Profiles: which person each user is, and what they like, as of now.
import { decodeProfile, emptyProfile, mergeProfiles, type Profile } from '@attune/core';
import { editsOf, selectAttributes } from '../../../people/attributes/index.ts';
import { rankAffinity } from '../../../people/profiles/index.ts';
import { type Column, column } from '../columns.ts';
import { jsonText } from '../logged-event.ts';
import type { ExportKind, ExportSource } from '../part.ts';
import { atOneMoment, readProfiles, type StoredProfile } from '../store.ts';

export interface ProfileRow {
  readonly userId: bigint;
  readonly personId: bigint;
  readonly profile: Profile;
  /** JSON of the person's names; undefined: none. */
  readonly identifiers: string | undefined;
  /** JSON of what the person likes. */
  readonly affinity: string | undefined;
}

/** More users of a person are not summed: as many as personalisation sums. */
const usersMost = 100;
/** Persons whose edits are asked for at once. */
const personsAtOnce = 500;

export const parts: ExportKind<ProfileRow>['parts'] = async function* parts(source) {
  const rows = () => atOneMoment(source.client, () => profileRows(source));
  yield {
    folder: '',
    version: undefined,
    open: async () => ({ version: undefined, rows: rows() }),
  };
};

async function* profileRows(source: ExportSource): AsyncGenerator<readonly ProfileRow[]> {
  let waiting: (readonly StoredProfile[])[] = [];
  for await (const person of byPerson(readProfiles(source.client, source.snapshot.site.id))) {
    waiting.push(person);
    if (waiting.length < personsAtOnce) continue;
    yield await rowsOf(source, waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield await rowsOf(source, waiting);
}

/** Rows that come in the order of persons, a list for each person. */
async function* byPerson(
  rows: AsyncIterable<readonly StoredProfile[]>,
): AsyncGenerator<readonly StoredProfile[]> {
  let person: StoredProfile[] = [];
  for await (const some of rows) {
    for (const row of some) {
      if (person.length > 0 && person[0]!.personId !== row.personId) {
        yield person;
        person = [];
      }
      person.push(row);
    }
  }
  if (person.length > 0) yield person;
}

async function rowsOf(
  { ctx, snapshot }: ExportSource,
  persons: readonly (readonly StoredProfile[])[],
): Promise<readonly ProfileRow[]> {
  const siteId = snapshot.site.id;
  const ids = persons.map(([first]) => ({ siteId, id: String(first!.personId) }));
  const found = await selectAttributes(ctx.db, ids, []);
  const edits = new Map(found.map(({ value, entries }) => [value, editsOf(entries)]));
  return persons.flatMap((rows) => {
    const profiles = rows.map(({ state }) =>
      state === '' ? emptyProfile() : decodeProfile(state),
    );
    const { personId } = rows[0]!;
    const summed = profiles.slice(0, usersMost).reduce((a, b) => mergeProfiles(a, b));
    const edited = edits.get(String(personId)) ?? [];
    const ranked = rankAffinity(ctx, snapshot, summed, snapshot.site.settings.affinity, edited);
    const affinity = [...ranked].flatMap(([property, values]) =>
      values.map(({ value, rank, score }) => ({ property, value, rank, score })),
    );
    return rows.map(({ userId, identifiers }, at) => ({
      ...{ userId, personId, profile: profiles[at]!, identifiers },
      affinity: affinity.length > 0 ? jsonText(affinity) : undefined,
    }));
  });
}

export const profiles: readonly Column<ProfileRow>[] = [
  column(
    'user_id',
    'int64',
    'The user, as in the rows of the log',
    ({ userId }) => userId,
    'pseudonym',
  ),
  column(
    'person_id',
    'int64',
    'The person whose user it is: of a device, its owner; the same number where there is none',
    ({ personId }) => personId,
    'pseudonym',
  ),
  column(
    'identifiers',
    'json',
    'Names of the person, as objects of `type` and `value`: ids of yours, hashed addresses',
    ({ identifiers }) => identifiers,
    'personal',
  ),
  column('first_seen', 'timestamp', "The user's first event", ({ profile }) => profile.firstSeen),
  column('last_seen', 'timestamp', "The user's last event", ({ profile }) => profile.lastSeen),
  column(
    'affinity',
    'json',
    'What the person likes, over all of their users: `property`, `value`, `rank` from 1, `score`',
    ({ affinity }) => affinity,
    'personal',
  ),
];
