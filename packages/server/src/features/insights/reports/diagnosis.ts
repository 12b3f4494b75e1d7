// Where a sample ratio mismatch comes from: which devices, browsers, days, keys or visitors it is
// among, and which of these explains all of it.
import type { ReportOutput } from '@attune/contract';
import { sayNumber } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { type Judged, sampleRatioOf } from './experience.ts';
import { type Cell, type Question, selectCells } from './store.ts';
import { type Shares, sharesIn } from './sums.ts';

type SampleRatio = NonNullable<ReportOutput['experiences'][number]['sampleRatio']>;
export type Diagnosis = NonNullable<SampleRatio['diagnosis']>;
type Part = Diagnosis['parts'][number];

const breakdowns = ['device', 'browser', 'newReturning', 'keySource'] as const;
/** A group with fewer users tells nothing. */
const usersNeeded = 100;
const daysShown = 14;

const nouns: { readonly [By in Part['by']]: string } = {
  device: 'device',
  browser: 'browser',
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

interface Group {
  readonly by: Part['by'];
  readonly cells: readonly Cell[];
}

/** The parts of one breakdown, and what is left of its users without those that it is among. */
interface Broken {
  readonly by: Part['by'];
  readonly parts: readonly Part[];
  /** Is all of the mismatch in some of the parts? */
  readonly explains: boolean;
}

/** Diagnoses the mismatch of one experience. `bots`: how often they were given each variation. */
export function diagnose(
  { definition, comparison, known }: Pick<Judged, 'definition' | 'comparison' | 'known'>,
  groups: readonly Group[],
  bots: ReadonlyMap<number, number>,
): Diagnosis {
  const nameOf = (id: number) =>
    definition.variations.find((one) => one.id === id)?.name ?? `Variation ${id} (removed)`;
  const broken = groups.map(({ by, cells }): Broken => {
    const own = cells.filter(({ experienceId }) => experienceId === definition.id);
    return breakDown(by, own, sharesIn(own, comparison === 'fixed' ? known : new Map()));
  });
  const given = definition.variations.flatMap(({ id }) => {
    const decisions = bots.get(id) ?? 0;
    return decisions === 0 ? [] : [{ id, decisions }];
  });
  return {
    parts: broken.flatMap(({ parts }) => parts),
    bots: given,
    sentence: [...sentencesOf(broken, nameOf), ...botSentences(given, nameOf)].join(' '),
  };
}

function breakDown(by: Part['by'], cells: readonly Cell[], shares: Shares): Broken {
  const found = [...Map.groupBy(cells, ({ segment }) => segment)]
    .map(([value, those]) => partOf(by, value, those, shares))
    .filter((part) => part !== undefined);
  const bad = new Set(found.filter((one) => one.isSuspicious).map(({ value }) => value));
  const rest = cells.filter(({ segment }) => !bad.has(segment));
  const ratio = rest.length === 0 ? null : sampleRatioOf(rest, shares);
  const explains = isSome(found) && ratio !== null && !ratio.isSuspicious;
  const parts =
    by === 'day'
      ? found.sort((one, other) => (one.value < other.value ? -1 : 1)).slice(-daysShown)
      : found.sort((one, other) => one.pValue - other.pValue);
  return { by, parts, explains };
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
  const variations = [...expected].map(([id, of]) => {
    const own = cells.reduce((sum, one) => sum + (one.variationId === id ? one.drawn : 0), 0);
    return { id, users: own, share: own / users, expected: of / users };
  });
  return { by, value, users, variations, pValue: ratio.pValue, isSuspicious: ratio.isSuspicious };
}

type NameOf = (id: number) => string;

/**
 * Which groups it is among, where that is some of the groups, the one that explains it best first;
 * else that it is everywhere.
 */
function sentencesOf(broken: readonly Broken[], nameOf: NameOf): string[] {
  const partial = broken.filter(({ parts }) => isSome(parts));
  const [best] = partial
    .filter(({ explains }) => explains)
    .sort((one, other) => farthest(other.parts) - farthest(one.parts));
  if (partial.length === 0) {
    return [
      'No group of users stands out: look for what all of them have in common, such as a redirect.',
    ];
  }
  const others = partial.filter((one) => one !== best).map(amongSentence);
  return [...(best ? [allSentence(best, nameOf)] : []), ...others];
}

const isSome = (parts: readonly Part[]) =>
  parts.some((one) => one.isSuspicious) && parts.some((one) => !one.isSuspicious);

const suspicious = (parts: readonly Part[]) => parts.filter((one) => one.isSuspicious);

/** How far the shares of a suspicious part are from what was drawn. */
const farthest = (parts: readonly Part[]) =>
  Math.max(
    ...suspicious(parts).flatMap(({ variations }) =>
      variations.map(({ share, expected }) => Math.abs(share - expected)),
    ),
  );

/** "All of it is in safari (browser): 612 of Control, 0 of B." */
function allSentence({ by, parts }: Broken, nameOf: NameOf): string {
  const bad = suspicious(parts);
  const byVariation = Map.groupBy(
    bad.flatMap(({ variations }) => variations),
    ({ id }) => id,
  );
  const counts = [...byVariation].map(([id, those]) => {
    const users = those.reduce((sum, one) => sum + one.users, 0);
    return `${sayNumber(users)} of ${nameOf(id)}`;
  });
  const values = bad.map(({ value }) => value).join(', ');
  return `All of it is in ${values} (${nouns[by]}): ${counts.join(', ')}.`;
}

function amongSentence({ by, parts }: Broken): string {
  const bad = suspicious(parts);
  const users = bad.reduce((sum, one) => sum + one.users, 0);
  const listed = bad.map(({ value }) => value).join(', ');
  return `By ${nouns[by]} it is among ${listed} (${sayNumber(users)} users), not elsewhere.`;
}

/** Bots are not the cause; that is said where there were any. */
function botSentences(bots: Diagnosis['bots'], nameOf: NameOf): string[] {
  if (bots.length === 0) return [];
  const counts = bots.map(({ id, decisions }) => `${sayNumber(decisions)} of ${nameOf(id)}`);
  return [`Bots are not among these users; their decisions: ${counts.join(', ')}.`];
}
