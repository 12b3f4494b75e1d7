// Which report is shown, from the page's address.
import type { ReportOutput } from '@attune/contract';
import { addressOf } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';

/** What a report can be asked for beside its subject; '' where the server decides. */
export interface ReportQuery {
  readonly metric: string;
  readonly from: string;
  readonly to: string;
  readonly breakdown: string;
}

const parts = ['metric', 'from', 'to', 'breakdown'] as const;

export function reportQueryOf(search: URLSearchParams): ReportQuery {
  const [metric = '', from = '', to = '', breakdown = ''] = parts.map(
    (part) => search.get(part) ?? '',
  );
  return { metric, from, to, breakdown };
}

function queryOf(asked: ReportQuery): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
}

/** What a report can be of: a campaign's variations, or the programme by a holdout. */
export interface Subject {
  readonly kind: 'campaign' | 'holdout';
  readonly id: number;
  readonly name: string;
  /** What code asks for; '' for a holdout. */
  readonly selector: string;
  readonly status: 'draft' | 'live' | 'paused' | 'archived';
  readonly end: string | undefined;
}

interface Body {
  readonly name: string;
  readonly selector: string;
  readonly schedule?: { readonly end?: string };
}

/**
 * Campaigns that have ever been live, first those that are, the latest first; then holdouts. Beside
 * them the campaigns that have no report yet.
 */
export function useSubjects() {
  const { name: site } = useSite();
  const campaigns = useEvery(consoleApi.listCampaigns, site);
  const holdouts = useEvery(consoleApi.listHoldouts, site);
  const published = campaigns.data
    ?.filter(({ publishedVersion }) => publishedVersion !== null)
    .map(({ id, status, campaign }): Subject => {
      const { name, selector, schedule } = campaign as unknown as Body;
      return { kind: 'campaign', id, name, selector, status, end: schedule?.end };
    })
    .toReversed()
    .sort((one, other) => Number(other.status === 'live') - Number(one.status === 'live'));
  const held = holdouts.data?.map(
    ({ id, holdout: { name } }): Subject => ({
      ...{ kind: 'holdout', id, name, selector: '', status: 'live', end: undefined },
    }),
  );
  const unpublished = campaigns.data
    ?.filter(({ publishedVersion }) => publishedVersion === null)
    .map(({ id, campaign }) => ({ id, name: (campaign as unknown as Body).name }));
  return {
    subjects: published && held && [...published, ...held],
    unpublished,
    error: campaigns.error ?? holdouts.error,
    refetch: () => Promise.all([campaigns.refetch(), holdouts.refetch()]),
  };
}

/** A report as it is shown: a holdout's has the one comparison, as if it were an experience. */
export type Report = Omit<ReportOutput, 'campaign' | 'design' | 'preliminary' | 'endedAt'> & {
  readonly preliminary: ReportOutput['preliminary'];
  readonly counted: Pick<ReportOutput['campaign'], 'unit' | 'accountType'>;
};

/** The first users are watched as they come; later a report moves slowly. */
const freshUsers = 200;
const everyMs = { fresh: 2_000, young: 30_000 };

/** How soon a report is asked for again; undefined: not by itself. */
function refreshedEveryMs(report: ReportOutput | undefined): number | undefined {
  if (!report?.preliminary) return undefined;
  const exposed = report.preliminary.variations.reduce((sum, one) => sum + one.exposed, 0);
  return exposed < freshUsers ? everyMs.fresh : everyMs.young;
}

/** The report of a campaign or a holdout. */
export function useReport({ kind, id }: Pick<Subject, 'kind' | 'id'>, asked: ReportQuery) {
  const { name: site } = useSite();
  const sent = { params: { site, id: String(id) }, query: queryOf(asked) };
  const isHoldout = kind === 'holdout';
  const of = useAnswer(consoleApi.reportCampaign, sent, {
    isWanted: !isHoldout,
    keepsPrevious: true,
    everyMs: refreshedEveryMs,
  });
  const whole = useAnswer(consoleApi.reportHoldout, sent, {
    isWanted: isHoldout,
    keepsPrevious: true,
  });
  const { error, refetch } = isHoldout ? whole : of;
  const programme = whole.data && {
    ...{ ...whole.data, experiences: [whole.data.programme], preliminary: null },
    counted: { unit: whole.data.holdout.unit, accountType: null },
  };
  const campaign = of.data && { ...of.data, counted: of.data.campaign };
  const report: Report | undefined = isHoldout ? programme : campaign;
  return { report, error, refetch };
}

/** Where the same is as CSV. */
export function csvOf({ kind, id }: Subject, asked: ReportQuery, site: string): string {
  const { path } = kind === 'holdout' ? consoleApi.reportHoldout : consoleApi.reportCampaign;
  return addressOf(path, { site, id: String(id) }, { ...asked, format: 'csv' });
}
