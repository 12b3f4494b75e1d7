// The tests of a campaign as its report has them: what everyone can get, and what is suggested.
import type { ReportOutput } from '@attune/contract';

type Reported = ReportOutput['experiences'][number];

/** An experience that compares variations; `control`: the id of the one it compares with. */
export interface TestOf {
  readonly id: number;
  readonly name: string;
  readonly control: number;
  readonly variations: readonly { readonly id: number; readonly name: string }[];
  readonly verdict: Reported['verdict'];
}

/** Those of a report. */
export const testsIn = (experiences: readonly Reported[]): TestOf[] =>
  experiences.flatMap(({ id, name, baseline, variations, verdict }) =>
    baseline === null || variations.length < 2
      ? []
      : [{ id, name, control: baseline, variations, verdict }],
  );

/** What everyone gets of each test, by its id. */
export type Chosen = Readonly<Record<number, number>>;

/** The winner of each test, as far as there is one; else the only one beside the control. */
export const winnersOf = (tests: readonly TestOf[]): Chosen =>
  Object.fromEntries(
    tests.map(({ id, control, variations, verdict }) => {
      const others = variations.filter((one) => one.id !== control);
      const only = others.length === 1 ? others[0]!.id : control;
      return [id, verdict?.variation ?? only];
    }),
  );

export const controlsOf = (tests: readonly TestOf[]): Chosen =>
  Object.fromEntries(tests.map(({ id, control }) => [id, control]));

/** Does everyone get the control? */
export const isBack = (tests: readonly TestOf[], chosen: Chosen) =>
  tests.every(({ id, control }) => chosen[id] === control);

/** What everyone gets, by name: “B”. */
export const namesOf = (tests: readonly TestOf[], chosen: Chosen) =>
  tests
    .map(({ id, variations }) => `“${variations.find((one) => one.id === chosen[id])?.name ?? ''}”`)
    .join(' and ');

/** A verdict as a conclusion: what is to be done no longer matters. */
const sayConclusion = ({ kind, sentence }: NonNullable<TestOf['verdict']>) => {
  if (kind === 'continue') return 'Ended without a result.';
  return kind === 'broken' ? 'The sample ratio did not match.' : sentence;
};

/** What the journal says at first: the verdict, and what follows from the choice. */
export function suggested(tests: readonly TestOf[], chosen: Chosen) {
  const sentences = tests.flatMap(({ verdict }) => (verdict ? sayConclusion(verdict) : []));
  const conclusion = sentences.join(' ');
  const isWorse = tests.some(({ verdict }) => verdict?.kind === 'revert');
  const decision = isBack(tests, chosen) ? (isWorse ? 'reverted' : 'inconclusive') : 'shipped';
  return { conclusion, decision } as const;
}
