// What report is looked at, as the page's address has it.
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';

/** What a report can be asked for beside its campaign; '' where the server decides. */
export interface Asked {
  readonly metric: string;
  readonly from: string;
  readonly to: string;
  readonly breakdown: string;
}

export const parts = ['metric', 'from', 'to', 'breakdown'] as const;

export function askedOf(search: URLSearchParams): Asked {
  const [metric = '', from = '', to = '', breakdown = ''] = parts.map(
    (part) => search.get(part) ?? '',
  );
  return { metric, from, to, breakdown };
}

/** A campaign as far as reports need it. */
export interface Reported {
  readonly id: number;
  readonly name: string;
  readonly selector: string;
  readonly status: 'draft' | 'live' | 'paused' | 'archived';
  readonly end: string | undefined;
}

interface Body {
  readonly name: string;
  readonly selector: string;
  readonly schedule?: { readonly end?: string };
}

/** The campaigns that have ever been live: first those that are, the latest first. */
export function useReported() {
  const { name: site } = useSite();
  const { data, error, refetch } = useEvery(consoleApi.listCampaigns, site);
  const campaigns = data
    ?.filter(({ publishedVersion }) => publishedVersion !== null)
    .map(({ id, status, campaign }): Reported => {
      const { name, selector, schedule } = campaign as unknown as Body;
      return { id, name, selector, status, end: schedule?.end };
    })
    .toReversed()
    .sort((one, other) => Number(other.status === 'live') - Number(one.status === 'live'));
  return { campaigns, error, refetch };
}
