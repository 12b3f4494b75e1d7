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

type Stated = Pick<Campaign, 'status' | 'version' | 'publishedVersion'>;

/** Is the draft further than what is published? */
export const hasUnpublished = ({ status, version, publishedVersion }: Stated) =>
  status !== 'archived' && publishedVersion !== null && version !== publishedVersion;

/** Its one state: "Live", "Live, with unpublished changes", "Draft". */
export const sayState = (campaign: Stated) =>
  `${wordOf[campaign.status]}${hasUnpublished(campaign) ? ', with unpublished changes' : ''}`;

/** What of it was published, beside its state; undefined: nothing ever. */
export function sayPublished({
  status,
  publishedNumber,
  rollout,
}: Pick<Campaign, 'status' | 'publishedNumber' | 'rollout'>): string | undefined {
  if (status === 'archived') return 'Put away, not served';
  if (publishedNumber === null) return undefined;
  const what = `Version ${publishedNumber}`;
  const step = rollout && rollout.step < rollout.steps ? ` to ${sayShare(rollout.traffic)}` : '';
  return status === 'live' ? `${what} is served${step}` : `${what} was served before`;
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
