// What an evaluation comes to, in words.
import type { EvaluationReport as Compared } from '@attune/core';

interface About {
  readonly event: string;
  readonly names: readonly string[];
  readonly mostUsers: number;
}

const doings: Readonly<Record<string, string>> = {
  view: 'looked at next',
  'add-to-cart': 'put into the cart next',
  purchase: 'bought next',
};

/** A sentence on which strategy is ahead at the middle K, and what to bear in mind. */
export function sentenceOf(
  compared: Compared,
  { event, names, mostUsers }: About,
): { sentence: string; notes: string[] } {
  const place = Math.floor(((compared.results[0]?.at.length ?? 1) - 1) / 2);
  const judged = compared.results.map(({ at }, number) => ({
    name: names[number] ?? '',
    ...at[place]!,
  }));
  const best = judged.toSorted((a, b) => b.figures.ndcg.mean - a.figures.ndcg.mean)[0]!;
  const share = (100 * best.figures.hitRate.mean).toFixed(1);
  const did = doings[event] ?? event;
  const says =
    `With “${best.name}” ${share} % of the users find something that they ${did} ` +
    `among the first ${best.k} items.`;
  return { sentence: `${says}${against(judged, best)}`, notes: notesOf(compared, mostUsers) };
}

type Line = Compared['results'][number]['at'][number] & { readonly name: string };

function against(judged: readonly Line[], best: Line): string {
  const [first] = judged;
  if (judged.length < 2 || !first) return '';
  if (best === first) return ' No other strategy has a higher NDCG.';
  const { low } = best.ahead.ndcg;
  const certainty = low > 0 ? 'more than chance explains' : 'which may be chance';
  const figures = [best, first].map(({ figures }) => figures.ndcg.mean.toFixed(4));
  return ` Its NDCG at ${best.k} is ${figures[0]} against ${figures[1]} of “${first.name}”, ${certainty}.`;
}

function notesOf({ users, withHistory, items, caveats }: Compared, mostUsers: number): string[] {
  const notes = [
    'The site influenced what users did: confirm the result with a test on the site.',
    ...caveats,
  ];
  const withoutHistory = users - withHistory;
  if (withoutHistory > 0) {
    const share = Math.round((100 * withoutHistory) / users);
    notes.push(
      `${share} % of the users had done nothing before: nothing personal can be right for them.`,
    );
  }
  if (users >= mostUsers) notes.push(`${mostUsers} of the users were judged, drawn by their ids.`);
  if (users < 100) notes.push(`Only ${users} users: the figures say little.`);
  if (items === 0) notes.push('There is no item that could be recommended.');
  return notes;
}
