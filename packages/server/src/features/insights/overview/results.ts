// Results of campaigns as the overview shows them: made behind the answers, held for some minutes.
import type { OverviewOutput, ReportOutput } from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectLastExposure } from '../../events/exposures/index.ts';
import { reportCampaign } from '../reports/index.ts';
import { resultOf } from './result.ts';

export interface CampaignResult {
  /** Of a campaign that no user has seen there is no report to wait for. */
  readonly state: 'ready' | 'empty' | 'failed';
  /** Null: there is none, or the report could not be made. */
  readonly shown: OverviewOutput['liveCampaigns']['items'][number]['result'];
  /** What is wrong with the shares of its variations; undefined: nothing. */
  readonly sampleRatio: string | undefined;
}

/** What is known of some campaigns; those that are being made are missing. */
export type ResultsOf = (
  snapshot: SiteSnapshot,
  campaignIds: readonly number[],
) => Promise<ReadonlyMap<number, CampaignResult>>;

/** Reports read much of the log: one of a campaign stands for so long. */
const heldMs = 300_000;
/** A campaign without a visitor is soon looked at again. */
const emptyMs = 10_000;
/** An answer waits so long for results that are soon made. */
const patienceMs = 400;
const heldMax = 1_000;

interface Held {
  until: number;
  readonly revision: number;
  readonly made: Promise<CampaignResult>;
  result?: CampaignResult;
}

/** Results of this node, which each request shares. */
export function openResults(ctx: Context): ResultsOf {
  const held = new Map<string, Held>();

  async function make(snapshot: SiteSnapshot, id: number): Promise<CampaignResult> {
    try {
      if (!(await hasUsers(ctx, snapshot, id))) return { ...none, state: 'empty' };
      const report = await reportCampaign(ctx, snapshot, id, {});
      const shown = resultOf(report, ctx.now());
      return { state: 'ready', shown, sampleRatio: ratioIn(report) };
    } catch (error) {
      ctx.log.debug({ err: error, campaign: id }, 'the overview has no result of a campaign');
      return { ...none, state: 'failed' };
    }
  }

  function begin(snapshot: SiteSnapshot, id: number): Held {
    const { site } = snapshot;
    const { revision } = site;
    const key = `${site.id} ${id}`;
    const known = held.get(key);
    if (known?.revision === revision && known.until > performance.now()) return known;
    const until = performance.now() + heldMs;
    const fresh: Held = { until, revision, made: make(snapshot, id) };
    void fresh.made.then((result) => {
      fresh.result = result;
      if (result.state === 'empty') fresh.until = performance.now() + emptyMs;
    });
    // What is old is shown until it is made again, also after a change of the site.
    if (known?.result) fresh.result = known.result;
    held.delete(key);
    held.set(key, fresh);
    for (const oldest of held.keys()) if (held.size > heldMax) held.delete(oldest);
    return fresh;
  }

  return async (snapshot, ids) => {
    const those = ids.map((id) => [id, begin(snapshot, id)] as const);
    if (those.some(([, { result }]) => !result)) {
      const patience = new Promise((resolve) => {
        setTimeout(resolve, patienceMs).unref();
      });
      await Promise.race([patience, Promise.all(those.map(([, { made }]) => made))]);
    }
    return new Map(those.flatMap(([id, { result }]) => (result ? [[id, result] as const] : [])));
  };
}

const none = { shown: null, sampleRatio: undefined } as const;

async function hasUsers({ db }: Context, snapshot: SiteSnapshot, id: number): Promise<boolean> {
  const experiences = snapshot.campaignsById.get(id)?.published?.definition.experiences ?? [];
  const ids = experiences.map((one) => one.id);
  return (await selectLastExposure(db, snapshot.site.id, id, ids)) !== undefined;
}

/** What is wrong in the shares of an experience's variations. */
function ratioIn({ experiences }: ReportOutput): string | undefined {
  return experiences.find(({ sampleRatio }) => sampleRatio?.isSuspicious)?.sampleRatio?.sentence;
}
