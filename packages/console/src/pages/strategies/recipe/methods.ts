// The methods of steps as people choose them: what each does, and which options it has.
import { type Interaction, methodDefaults, type Scoring, type Seed } from '@attune/core';

interface Shared {
  /** The member of the method. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
}

export interface NumberOption extends Shared {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  readonly isWhole: boolean;
  /** It may be left empty. */
  readonly isOptional?: boolean;
}

export interface ChoiceOption extends Shared {
  readonly kind: 'choice';
  readonly choices: Readonly<Record<string, string>>;
  /** What each choice means, where the help says too little. */
  readonly helps?: Readonly<Record<string, string>>;
}

/** Several names: of columns of the feed, or of affinity properties. */
export interface NamesOption extends Shared {
  readonly kind: 'names';
  readonly of: 'columns' | 'properties';
  readonly isOptional?: boolean;
}

/** Yes or no. */
export interface SwitchOption extends Shared {
  readonly kind: 'switch';
}

export type Option = NumberOption | ChoiceOption | NamesOption | SwitchOption;

export type MethodName = keyof typeof methodDefaults;

export interface MethodAbout {
  readonly title: string;
  /** What it does, in a plain sentence. */
  readonly about: string;
  readonly options: readonly Option[];
}

export const interactions: Readonly<Record<Interaction, string>> = {
  view: 'Views',
  'add-to-cart': 'Additions to the cart',
  purchase: 'Purchases',
};

export const seeds: Readonly<Record<Seed, string>> = {
  auto: 'Page, else cart, else viewed',
  page: 'The item of the page',
  cart: 'The items in the cart',
  viewed: 'What was viewed last',
  purchased: 'What was bought last',
};

export const scorings: Readonly<Record<Scoring, string>> = {
  count: 'Count',
  cosine: 'Cosine',
  jaccard: 'Jaccard',
  lift: 'Lift',
};

const number = (
  name: string,
  label: string,
  [min, max]: readonly [number, number],
  help: string,
  rest: Partial<NumberOption> = {},
): NumberOption => ({ kind: 'number', name, label, min, max, help, isWhole: true, ...rest });

const event: ChoiceOption = {
  kind: 'choice',
  name: 'event',
  label: 'Event',
  help: 'Events of users that are counted.',
  choices: interactions,
};
const window = number('window', 'Window', [1, 365], 'Older events are not counted.', {
  unit: 'days',
});
const halfLife = number(
  'halfLife',
  'Half-life',
  [0.01, 365],
  'After so long an event counts half. Empty: all count the same.',
  { unit: 'days', isWhole: false, isOptional: true },
);
const seed: ChoiceOption = {
  kind: 'choice',
  name: 'seed',
  label: 'Goes out from',
  help: 'The items whose neighbours are shown.',
  choices: seeds,
};
const scoring: ChoiceOption = {
  kind: 'choice',
  name: 'scoring',
  label: 'Scoring',
  help: 'How near two items are.',
  choices: scorings,
  helps: {
    count: 'How often two items were together.',
    cosine: 'Together, by how frequent both are.',
    jaccard: 'Together, of all that have either.',
    lift: 'Together more often than by chance.',
  },
};
const shrinkage = number(
  'shrinkage',
  'Shrinkage',
  [0, 10_000],
  'Added to the divisor: the higher, the less a few coincidences say.',
  { isWhole: false },
);
const minimumSupport = number(
  'minimumSupport',
  'Least together',
  [1, 10_000],
  'Pairs that were together less often are no neighbours.',
  { unit: 'times' },
);
const neighbours = number(
  'neighbours',
  'Neighbours kept',
  [1, 1_000],
  'Of each item. More find more, and need more memory.',
);
const together: readonly Option[] = [
  seed,
  window,
  halfLife,
  scoring,
  shrinkage,
  minimumSupport,
  neighbours,
];
const repeats: SwitchOption = {
  kind: 'switch',
  name: 'repeats',
  label: 'Also what the user had',
  help: 'For things people buy again, such as groceries.',
};
const exponent = { isWhole: false };

/** In the order of the picker: what needs no history of the user first. */
export const methods: Readonly<Record<MethodName, MethodAbout>> = {
  popularity: {
    title: 'Popular',
    about: 'Items that most people viewed, added to the cart or bought.',
    options: [event, window, halfLife],
  },
  trending: {
    title: 'Trending',
    about: 'Items in higher demand in the last days than before.',
    options: [
      event,
      number('recent', 'Last days', [1, 364], 'Compared with the rest of the window.', {
        unit: 'days',
      }),
      window,
      halfLife,
    ],
  },
  newest: {
    title: 'Newest',
    about: 'Items published last, by the column publish_time.',
    options: [],
  },
  'recently-viewed': {
    title: 'Recently viewed',
    about: 'Items this user viewed last.',
    options: [],
  },
  'recently-purchased': {
    title: 'Recently purchased',
    about: 'Items this user bought last, for things people buy again.',
    options: [],
  },
  'viewed-together': {
    title: 'Viewed together',
    about: 'Items that others viewed in the same visit.',
    options: together,
  },
  'bought-together': {
    title: 'Bought together',
    about: 'Items that others bought in the same order.',
    options: together,
  },
  similar: {
    title: 'Similar',
    about: 'Items with similar words in their columns. Needs no events.',
    options: [
      seed,
      {
        kind: 'names',
        of: 'columns',
        name: 'columns',
        label: 'Columns compared',
        help: 'Rare words count more. Enter after each.',
      },
      shrinkage,
      neighbours,
    ],
  },
  affinity: {
    title: 'Affinity',
    about: 'Items this user prefers, by the values that rank highest in their profile.',
    options: [
      {
        kind: 'names',
        of: 'properties',
        name: 'properties',
        label: 'Properties',
        help: 'Empty: all that the site learns.',
        isOptional: true,
      },
      number(
        'prior',
        "Weight of the site's preferences",
        [0, 1_000_000],
        'As an affinity score: a purchase is 8. The more, the nearer to popularity.',
        { isWhole: false },
      ),
      number(
        'visit',
        'Weight of this visit',
        [0, 1],
        "0 to 1: what was seen, put into the cart and bought just now. Empty: as the site's affinity settings say.",
        { isWhole: false, isOptional: true },
      ),
    ],
  },
  'collaborative item-knn': {
    title: 'Collaborative, nearest items',
    about: 'Items that users with the same history also had.',
    options: [event, window, halfLife, scoring, shrinkage, minimumSupport, neighbours, repeats],
  },
  'collaborative rp3beta': {
    title: 'Collaborative, random walk',
    about: 'Items that users with a similar history had, with less weight on what all have.',
    options: [
      event,
      window,
      halfLife,
      number('alpha', 'Alpha', [0, 10], 'Above 1: frequent ways count more.', exponent),
      number('beta', 'Beta', [0, 10], 'The higher, the less popular items are favoured.', exponent),
      neighbours,
      repeats,
    ],
  },
};

/** A method while it is edited: numbers may be missing (`''`), and others may know more of it. */
export type MethodDraft = Readonly<Record<string, unknown>> & { readonly type: string };

/** Undefined: this console knows no such method. */
export function nameOf({ type, algorithm }: MethodDraft): MethodName | undefined {
  const name = type === 'collaborative' ? `${type} ${algorithm}` : type;
  return Object.hasOwn(methods, name) ? (name as MethodName) : undefined;
}

/** A method as it begins: with what its options are where a strategy does not say. */
export function begin(name: MethodName): MethodDraft {
  const [type = name, algorithm] = name.split(' ');
  return { type, ...(algorithm && { algorithm }), ...methodDefaults[name] };
}

/** The method anew as another one; options that both have stay. */
export function becomes(method: MethodDraft, name: MethodName): MethodDraft {
  const kept = methods[name].options
    .map((option) => option.name)
    .filter((option) => method[option] !== undefined && method[option] !== '');
  return { ...begin(name), ...Object.fromEntries(kept.map((option) => [option, method[option]])) };
}
