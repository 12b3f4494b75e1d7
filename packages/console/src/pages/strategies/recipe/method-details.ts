// What is folded of a method: options for those who tune it, and how its scores are computed.
import { begin, type MethodDraft, type MethodName, type Option } from './methods.ts';

const advanced = [
  ...(['halfLife', 'scoring', 'shrinkage', 'minimumSupport', 'neighbours'] as const),
  ...(['alpha', 'beta', 'prior', 'visit'] as const),
];

export const isAdvanced = ({ name }: Option) => advanced.some((one) => one === name);

/** How many of some options are not as the method begins. */
export function changedOf(
  method: MethodDraft,
  name: MethodName,
  options: readonly Option[],
): number {
  const first = begin(name);
  return options.filter((option) => method[option.name] !== first[option.name]).length;
}

const together =
  'is divided by how frequent both items are (cosine): together ÷ (√a × √b + shrinkage). Other scorings divide differently, or not at all.';

/** How a method's score comes about, in words and with its formula. */
export const computed: Readonly<Record<MethodName, string>> = {
  popularity:
    'Users per day who did it, summed over the window. With a half-life, a day counts 2^(−age ÷ half-life).',
  trending:
    'The demand of the last days minus the demand that was expected from the days before, divided by √(expected + 1). Items above 0 are trending.',
  newest: 'Items are sorted by publish_time, the latest first.',
  'recently-viewed': 'Items are sorted by when this user last viewed them.',
  'recently-purchased': 'Items are sorted by when this user last bought them.',
  'viewed-together': `How often two items were viewed in one visit ${together}`,
  'bought-together': `How often two items were bought in one order ${together}`,
  similar:
    'The cosine similarity of the columns compared, by TF-IDF: a word counts more, the fewer items have it.',
  affinity:
    'The share of the item in all demand, times how much more this user prefers its values than the average visitor does.',
  'collaborative item-knn': `An item scores the sum of its similarity to this user’s items. The number of users who had both ${together}`,
  'collaborative rp3beta':
    'A random walk (RP3beta) from this user’s items to their other users and on to the items of those: each step’s probability to the power of alpha, divided by the item’s users to the power of beta.',
};
