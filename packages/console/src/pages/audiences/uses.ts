// Who refers to an audience: drafts of campaigns, and other audiences.
import { useCallback, useMemo } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useListed } from '../../api/every.ts';
import { audiencesIn } from '../../conditions/references.ts';
import { useSite } from '../../shell/site-context.ts';
import { bodyIn } from '../campaigns/campaign.ts';

interface Uses {
  /** Names of those who refer to an audience. */
  readonly of: (id: number) => readonly string[];
  /** False while there may be others. */
  readonly isAll: boolean;
}

export function useAllUses(): Uses {
  const { name: site } = useSite();
  const campaigns = useListed(consoleApi.listCampaigns, site);
  const audiences = useListed(consoleApi.listAudiences, site);
  const byId = useMemo(() => {
    const users = [
      ...(campaigns.items ?? []).map((campaign) => {
        const { name, experiences } = bodyIn(campaign);
        return { name, asks: experiences.map(({ targeting }) => targeting) };
      }),
      ...(audiences.items ?? []).map(({ audience: { name, condition } }) => ({
        name,
        asks: condition as unknown,
      })),
    ];
    const uses = users.flatMap(({ name, asks }) =>
      [...audiencesIn(asks)].map((id) => ({ id, name })),
    );
    return Map.groupBy(uses, ({ id }) => id);
  }, [campaigns.items, audiences.items]);
  const of = useCallback((id: number) => byId.get(id)?.map(({ name }) => name) ?? [], [byId]);
  return { of, isAll: campaigns.isWhole && audiences.isWhole };
}
