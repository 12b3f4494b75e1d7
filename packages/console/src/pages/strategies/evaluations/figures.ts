// The figures of an evaluation: their names, and what each means in plain words.
import type { Answer } from '../../../api/endpoints.ts';

export type Evaluation = Answer<'listEvaluations'>['items'][number];
export type Report = NonNullable<Evaluation['report']>;
export type Figures = Report['results'][number]['figures'][number];
export type FigureName = Exclude<keyof Figures, 'k' | 'intervals'>;

interface FigureAbout {
  readonly head: string;
  /** What it is, where `K` is the length of the list. */
  readonly about: string;
}

export const figureNames: Readonly<Record<FigureName, FigureAbout>> = {
  hitRate: {
    head: 'Hit rate',
    about: 'The share of users with at least one hit among the K items.',
  },
  ndcg: {
    head: 'NDCG',
    about:
      'How near to the top the right items stand, compared with the best order there could be: 1 is perfect.',
  },
  precision: { head: 'Precision', about: 'How many of the K items were right, divided by K.' },
  recall: { head: 'Recall', about: 'How many of the right items are among the K.' },
  map: {
    head: 'MAP',
    about: 'Precision at each right item of the list, averaged: early ones count more.',
  },
  mrr: { head: 'MRR', about: 'One divided by the place of the first right item, averaged.' },
  coverage: {
    head: 'Coverage',
    about: 'The share of the items that was recommended to anybody at all.',
  },
};

/** The events that are predicted, as a sentence has them. */
export const predicted = {
  view: 'what users view next',
  'add-to-cart': 'what users put into the cart next',
  purchase: 'what users buy next',
} as const;

const three = new Intl.NumberFormat('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 });
export const sayFigure = (value: number) => three.format(value);
