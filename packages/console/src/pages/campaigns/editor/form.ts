// A campaign as it is edited, and what the pages of campaigns say of their versions.
import type { CampaignInput } from '@attune/contract';
import { consoleApi } from '../../../api/endpoints.ts';
import { type Change, changed, type Kind } from '../../../versioned/kind.ts';
import { useVersioned, type VersionedForm } from '../../../versioned/use-versioned.ts';
import { bodyIn, type Campaign } from '../campaign.ts';
import { stale } from '../query.ts';
import { differencesBetween } from './differences.ts';
import { bodyOf, type Draft, draftOf, type Experience } from './draft.ts';

export const campaignKind: Kind<Campaign, CampaignInput, Draft> = {
  noun: 'campaign',
  endpoints: {
    read: consoleApi.readCampaign,
    replace: consoleApi.replaceCampaign,
    restore: consoleApi.restoreCampaign,
    publish: consoleApi.publishCampaign,
    versions: consoleApi.listCampaignVersions,
    version: consoleApi.readCampaignVersion,
  },
  stale,
  ...{ bodyIn, draftOf, bodyOf, differencesBetween },
  isOrdered: true,
  lockOf: ({ status }) =>
    status === 'archived'
      ? 'This campaign is archived. Take it out of the archive to change it.'
      : undefined,
  save: 'Save draft',
  restore: 'Restore as draft',
  sayRestored: (what) => `A new draft is made like ${what}. Visitors get it once it is published.`,
};

export interface Form extends VersionedForm<Draft> {
  readonly campaign: Campaign;
  /** Changes one experience, wherever it is by now. */
  readonly setExperience: (key: string, part: Change<Experience>) => void;
}

export function useForm(campaign: Campaign): Form {
  const form = useVersioned(campaignKind, campaign);
  const { draft, set } = form;
  return {
    ...form,
    campaign,
    setExperience: (key, part) =>
      set({
        experiences: draft.experiences.map((one) => (one.key === key ? changed(one, part) : one)),
      }),
  };
}
