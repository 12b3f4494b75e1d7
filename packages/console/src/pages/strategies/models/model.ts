// A model as the console talks of it.
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import type { Tone } from '../../../ui/mark.tsx';

export type Model = Answer<'listModels'>['items'][number];
export type State = Model['state'];

export const toneOf: Readonly<Record<State, Tone>> = {
  ready: 'good',
  building: 'neutral',
  waiting: 'neutral',
  failed: 'bad',
};

export const wordOf: Readonly<Record<State, string>> = {
  ready: 'Ready',
  building: 'Being built',
  waiting: 'Waits to be built',
  failed: 'Failed',
};

/** Also of a requested one that no worker has begun yet. */
const isUnderWay = ({ state, nextBuildAt }: Model) =>
  state === 'building' || state === 'waiting' || isDue(nextBuildAt);

/** Is it to be built by now? */
export const isDue = (nextBuildAt: string | null) =>
  nextBuildAt !== null && Date.parse(nextBuildAt) <= Date.now();

/** While something is under way, progress is requested. */
const busyMs = 1_500;
const idleMs = 30_000;

export function useModels() {
  const { name: site } = useSite();
  return useAnswer(
    consoleApi.listModels,
    { params: { site } },
    {
      everyMs: (answer) => (answer?.items.some(isUnderWay) ? busyMs : idleMs),
    },
  );
}
