// What the overview asks for, again while results are still being made.
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';

export type Overview = Answer<'readOverview'>;
export type LiveCampaign = Overview['liveCampaigns']['items'][number];

/** Results are soon made, steps of a new site soon done; later it may be open all day. */
const everyMs = { result: 2_000, step: 5_000, rest: 60_000 } as const;

export function useOverview() {
  const { name: site } = useSite();
  return useAnswer(
    consoleApi.readOverview,
    { params: { site } },
    { isFresh: true, everyMs: (overview) => everyMs[waitsFor(overview)] },
  );
}

function waitsFor(overview: Overview | undefined): keyof typeof everyMs {
  if (overview?.liveCampaigns.items.some(({ state }) => state === 'computing')) return 'result';
  return overview?.setUp ? 'step' : 'rest';
}
