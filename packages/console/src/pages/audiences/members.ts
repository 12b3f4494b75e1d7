// The members that a file names.
import { readPeopleFile } from '@attune/core';

export type Member = { cuid: string; cuidType: string } | { userId: string };

export type Read =
  | { readonly members: readonly Member[]; readonly fault?: undefined }
  | { readonly fault: string };

/** The most that a list can name. */
const membersMax = 1_000_000;

/** The people that a file names, or the first line that names no person. */
export function readMembers(text: string): Read {
  const { people, faults } = readPeopleFile(text);
  const [fault] = faults;
  if (fault) return { fault: `Line ${fault.line} ${fault.detail}.` };
  if (people.length === 0) return { fault: 'The file names no people.' };
  if (people.length > membersMax) {
    return { fault: `The file names ${people.length} people; a list holds ${membersMax} at most.` };
  }
  return {
    members: people.map(({ cuid, cuidType }) =>
      cuidType === 'id' ? { userId: cuid } : { cuid, cuidType },
    ),
  };
}
