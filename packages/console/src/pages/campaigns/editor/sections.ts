// The sections of the campaign editor: what belongs to which, and what of each was changed.
import type { CampaignInput } from '@attune/contract';

export const sections = {
  details: 'Details',
  content: 'Content',
  targeting: 'Targeting',
  allocation: 'Allocation',
  schedule: 'Schedule',
  metrics: 'Metrics',
  review: 'Review',
} as const;

export type SectionName = keyof typeof sections;

export const sectionNames = Object.keys(sections) as readonly SectionName[];

/** The section that an address names; variations come first, since most changes are theirs. */
export const sectionIn = (named: string | null): SectionName =>
  sectionNames.find((one) => one === named) ?? 'content';

const ofCampaign: Readonly<Record<string, SectionName>> = {
  template: 'content',
  testUsers: 'targeting',
  schedule: 'schedule',
  ...{ metrics: 'metrics', design: 'metrics' },
  ...{ traffic: 'allocation', rollout: 'allocation', rollback: 'allocation' },
  stickiness: 'allocation',
  ...{ unit: 'allocation', accountType: 'allocation', layer: 'allocation' },
  ...{ ignoresHoldouts: 'allocation', servesWithoutConsent: 'allocation', seed: 'allocation' },
};
const ofExperience: Readonly<Record<string, SectionName>> = {
  variations: 'content',
  ...{ allocation: 'allocation', served: 'allocation', metric: 'allocation' },
};

/** Where the field of a pointer is: `/experiences/0/targeting/geo.country` is in Targeting. */
export function sectionOf(pointer: string): SectionName {
  const [head = '', , part = ''] = pointer.split('/').slice(1);
  if (head === 'experiences') return ofExperience[part] ?? 'targeting';
  return ofCampaign[head] ?? 'details';
}

/** Sections in which two states of a campaign differ. */
export function changedSections(
  before: CampaignInput,
  after: CampaignInput,
): ReadonlySet<SectionName> {
  if (before === after) return new Set();
  const [was, is] = [partsOf(before), partsOf(after)];
  return new Set(sectionNames.filter((name) => was.get(name) !== is.get(name)));
}

/** The text of what each section edits. */
function partsOf({ experiences, ...rest }: CampaignInput): ReadonlyMap<SectionName, string> {
  const found = new Map<SectionName, unknown[]>();
  const add = (section: SectionName, part: unknown) =>
    found.set(section, [...(found.get(section) ?? []), part]);
  for (const [name, value] of Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) {
    add(sectionOf(`/${name}`), [name, value]);
  }
  for (const experience of experiences) {
    for (const [name, value] of Object.entries(experience)) {
      add(sectionOf(`/experiences/0/${name}`), [name, value]);
    }
  }
  return new Map([...found].map(([section, parts]) => [section, JSON.stringify(parts)]));
}
