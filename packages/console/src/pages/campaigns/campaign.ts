// A campaign in the console's words: its status, what is live, what it can be begun with.
import type { CampaignInput } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';
import type { Tone } from '../../ui/mark.tsx';
import { begun } from './begin.ts';
import { sayShare } from './editor/differences.ts';

export type Campaign = Answer<'readCampaign'>;
export type Status = Campaign['status'];

/** The draft as the service has it. */
export const bodyIn = ({ campaign }: Pick<Campaign, 'campaign'>) => campaign as CampaignInput;

export const toneOf: Readonly<Record<Status, Tone>> = {
  draft: 'neutral',
  live: 'good',
  paused: 'odd',
  archived: 'neutral',
};

export const wordOf: Readonly<Record<Status, string>> = {
  draft: 'Draft',
  live: 'Live',
  paused: 'Paused',
  archived: 'Archived',
};

export const typeLabels: Readonly<Record<CampaignInput['type'], string>> = {
  custom: 'Custom',
  recommendations: 'Recommendations',
  sorting: 'Sorting',
};

/** What a campaign's status leaves unsaid; undefined: nothing. */
export function sayDraft({ status, version, publishedVersion }: Campaign): string | undefined {
  if (publishedVersion === null || status === 'archived') return undefined;
  const live = status === 'live' ? [`Version ${publishedVersion}`] : [];
  return [...live, ...(version === publishedVersion ? [] : ['unpublished changes'])].join(', ');
}

/** What of it is served, and whether the draft is further. */
export function sayLive({ status, version, publishedVersion, rollout }: Campaign): string {
  if (status === 'archived') return 'Put away; not served';
  if (publishedVersion === null) return 'Never published';
  const step = rollout && rollout.step < rollout.steps ? ` to ${sayShare(rollout.traffic)}` : '';
  const served = status === 'live' ? `Version ${publishedVersion} is served${step}` : 'Not served';
  return version === publishedVersion ? served : `${served}; the draft has changes`;
}

/** A name as a selector: what programs ask for. */
export const selectorFor = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 200);

/** Makes a campaign at a terminal; for the page that has none yet. */
export function curlOfCampaign(origin: string): string {
  const body = {
    ...{ name: 'Banner', selector: 'banner' },
    ...begun('json', 'test', 0),
  };
  return [
    `curl ${origin}/v2/campaigns \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
