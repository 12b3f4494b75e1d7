// Who refers to an audience: drafts of campaigns, and other audiences.
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { audiencesIn } from '../../conditions/references.ts';
import { useSite } from '../../shell/site-context.ts';
import { bodyIn } from '../campaigns/campaign.ts';

/** Names of those who do; `isAll` is false while there may be others. */
export function useUses(id: number): { users: readonly string[]; isAll: boolean } {
  const { name: site } = useSite();
  const query = { limit: '100' };
  const campaigns = useAnswer(consoleApi.listCampaigns, { params: { site }, query }).data;
  const audiences = useAnswer(consoleApi.listAudiences, { params: { site }, query }).data;
  const users = [
    ...(campaigns?.items ?? []).map((campaign) => {
      const { name, experiences } = bodyIn(campaign);
      return { name, asks: experiences.map(({ targeting }) => targeting) };
    }),
    ...(audiences?.items ?? []).map(({ audience: { name, condition } }) => ({
      name,
      asks: condition as unknown,
    })),
  ];
  return {
    users: users.filter(({ asks }) => audiencesIn(asks).has(id)).map(({ name }) => name),
    isAll: campaigns?.next === null && audiences?.next === null,
  };
}
