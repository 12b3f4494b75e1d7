// A campaign in the console's words: its status, what is live, what it can be begun with.
import type { CampaignInput } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';
import type { Tone } from '../../ui/mark.tsx';

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
export function sayLive({ status, version, publishedVersion }: Campaign): string {
  if (status === 'archived') return 'Put away; not served';
  if (publishedVersion === null) return 'Never published';
  const served = status === 'live' ? `Version ${publishedVersion} is served` : 'Not served';
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

type Draft = Pick<CampaignInput, 'experiences' | 'traffic'>;
type Payload = Draft['experiences'][number]['variations'][number]['payload'];

interface Template {
  readonly title: string;
  readonly about: string;
  /** Default custom. Of the others, every variation with a payload has a strategy chosen for it. */
  readonly type?: CampaignInput['type'];
  readonly draft: Draft;
}

const json = (data: unknown) => ({ type: 'CUSTOM_JSON' as const, data });

/** What a new campaign can begin as. */
export const templates: Readonly<Record<string, Template>> = {
  test: {
    title: 'A/B test',
    about: 'Everybody gets one of two variations, half and half, and keeps it.',
    draft: {
      experiences: [
        {
          name: 'Everybody',
          variations: [
            { name: 'Control', weight: 1, payload: null },
            { name: 'Variation', weight: 1, payload: json({ headline: 'Try this' }) },
          ],
        },
      ],
    },
  },
  content: {
    title: 'Targeted content',
    about: 'Some see something made for them, the rest the usual.',
    draft: {
      experiences: [
        {
          name: 'On mobile devices',
          targeting: { 'device.type': 'mobile' },
          variations: [{ name: 'For them', weight: 1, payload: json({ headline: 'For you' }) }],
        },
        {
          name: 'Everybody else',
          variations: [{ name: 'Usual', weight: 1, payload: json({ headline: 'Welcome' }) }],
        },
      ],
    },
  },
  switch: {
    title: 'Feature switch',
    about: 'A program asks whether a feature is on; begin with a tenth of the users.',
    draft: {
      traffic: 0.1,
      experiences: [{ name: 'On', variations: [{ name: 'On', weight: 1, payload: json(true) }] }],
    },
  },
  recommendations: {
    title: 'Recommendations',
    about: 'Items of a feed by a strategy; another variation tests another strategy.',
    type: 'recommendations',
    draft: everybodyGets('Recommended', { strategy: 0, slots: 8 }),
  },
  sorting: {
    title: 'Sorting',
    about: 'The items that a page lists, in the order of a strategy.',
    type: 'sorting',
    draft: everybodyGets('Sorted', { strategy: 0 }),
  },
};

function everybodyGets(name: string, payload: Payload): Draft {
  return { experiences: [{ name: 'Everybody', variations: [{ name, weight: 1, payload }] }] };
}

/** The draft with a strategy wherever it needs one. */
export function withStrategy({ experiences, ...draft }: Draft, strategy: number): Draft {
  return {
    ...draft,
    experiences: experiences.map((experience) => ({
      ...experience,
      variations: experience.variations.map((variation) => {
        const { payload } = variation;
        const isOpen = payload !== null && 'strategy' in payload;
        return isOpen ? { ...variation, payload: { ...payload, strategy } } : variation;
      }),
    })),
  };
}

/** Makes a campaign at a terminal; for the page that has none yet. */
export function curlOfCampaign(origin: string): string {
  const body = {
    ...{ name: 'Banner', selector: 'banner', type: 'custom' },
    experiences: templates['test']!.draft.experiences,
  };
  return [
    `curl ${origin}/v2/campaigns \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
