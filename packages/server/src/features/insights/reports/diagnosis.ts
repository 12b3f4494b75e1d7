// Where a sample ratio mismatch comes from: which devices, days, keys or visitors it is among.
import type { ReportOutput } from '@attune/contract';
import { sayNumber } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { type Judged, sampleRatioOf } from './experience.ts';
import { type Cell, type Question, selectCells } from './store.ts';
import { type Shares, sharesIn } from './sums.ts';

type SampleRatio = NonNullable<ReportOutput['experiences'][number]['sampleRatio']>;
export type Diagnosis = NonNullable<SampleRatio['diagnosis']>;
type Part = Diagnosis['parts'][number];

const breakdowns = ['device', 'newReturning', 'keySource'] as const;
/** A group with fewer users tells nothing. */
const usersNeeded = 100;
const daysShown = 14;

const nouns: { readonly [By in Part['by']]: string } = {
  device: 'device',
  newReturning: 'new or returning visitors',
  keySource: 'where decisions are requested',
  day: 'day',
};

/** Splits the users of a campaign in each way in which something may lose some of them. */
export async function selectGroups(
  db: Db,
  question: Question,
): Promise<{ by: Part['by']; cells: readonly Cell[] }[]> {
  const groups: { by: Part['by']; cells: readonly Cell[] }[] = [];
  for (const by of breakdowns) {
    groups.push({ by, cells: await selectCells(db, { ...question, breakdown: by }) });
  }
  const byDay = (groups[0]?.cells ?? []).map((cell) => ({ ...cell, segment: cell.day }));
  return [...groups, { by: 'day', cells: byDay }];
}

/** Diagnoses the mismatch of one experience. */
export function diagnose(
  { definition, comparison, known }: Pick<Judged, 'definition' | 'comparison' | 'known'>,
  groups: readonly { readonly by: Part['by']; readonly cells: readonly Cell[] }[],
): Diagnosis {
  const parts = groups.flatMap(({ by, cells }) => {
    const own = cells.filter(({ experienceId }) => experienceId === definition.id);
    const shares = sharesIn(own, comparison === 'fixed' ? known : new Map());
    const found = [...Map.groupBy(own, ({ segment }) => segment)]
      .map(([value, those]) => partOf(by, value, those, shares))
      .filter((part) => part !== undefined);
    if (by !== 'day') return found.sort((one, other) => one.pValue - other.pValue);
    return found.sort((one, other) => (one.value < other.value ? -1 : 1)).slice(-daysShown);
  });
  return { parts, sentence: sentenceOf(parts) };
}

function partOf(
  by: Part['by'],
  value: string,
  cells: readonly Cell[],
  shares: Shares,
): Part | undefined {
  const users = cells.reduce((sum, { drawn }) => sum + drawn, 0);
  const ratio = users < usersNeeded ? null : sampleRatioOf(cells, shares);
  if (!ratio || ratio.pValue === null) return undefined;
  const expected = new Map<number, number>();
  for (const [version, those] of Map.groupBy(cells, (cell) => cell.version)) {
    const drawn = those.reduce((sum, cell) => sum + cell.drawn, 0);
    for (const [id, share] of shares.get(version) ?? []) {
      expected.set(id, (expected.get(id) ?? 0) + drawn * share);
    }
  }
  const variations = [...expected].map(([id, of]) => ({
    id,
    share: cells.reduce((sum, one) => sum + (one.variationId === id ? one.drawn : 0), 0) / users,
    expected: of / users,
  }));
  return { by, value, users, variations, pValue: ratio.pValue, isSuspicious: ratio.isSuspicious };
}

/** Which groups it is among, where that is some of the groups; else that it is everywhere. */
function sentenceOf(parts: readonly Part[]): string {
  const said = [...Map.groupBy(parts, ({ by }) => by)].flatMap(([by, those]) => {
    const [bad, good] = [true, false].map((is) => those.filter((one) => one.isSuspicious === is));
    if (bad!.length === 0 || good!.length === 0) return [];
    const users = bad!.reduce((sum, one) => sum + one.users, 0);
    const listed = bad!.map(({ value }) => value).join(', ');
    return [`By ${nouns[by]} it is among ${listed} (${sayNumber(users)} users), not elsewhere.`];
  });
  return said.length > 0
    ? said.join(' ')
    : 'No group of users stands out: look for what all of them have in common, such as a redirect.';
}
