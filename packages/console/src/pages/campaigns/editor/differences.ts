// What differs between two states of a campaign, in words that a teammate would use.
import type { CampaignInput } from '@attune/contract';
import { experienceName } from '@attune/core';
import { isRecord } from '../../../conditions/read.ts';
import { sayChange } from '../../../conditions/words/say.ts';
import type { Difference } from '../../../ui/differences-shown.tsx';

type Part = Readonly<Record<string, unknown>>;

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  selector: 'Placement',
  groups: 'Groups',
  labels: 'Labels',
  notes: 'Notes',
  schedule: 'Schedule',
  traffic: 'Traffic',
  rollout: 'Rollout steps',
  rollback: 'Remove visitors beyond this share',
  stickiness: 'Stickiness',
  unit: 'Unit',
  accountType: 'Account type',
  layer: 'Layer',
  ignoresHoldouts: 'Also show to holdouts',
  servesWithoutConsent: 'Also show to visitors without consent',
  template: 'Template',
  payloadSchema: 'Schema of payloads',
  metrics: 'Metrics',
  design: 'Design',
  testUsers: 'Test users',
  seed: 'Assignment (restarted)',
  targeting: 'Targeting',
  allocation: 'Allocation',
  metric: 'Metric',
  served: 'Variations per request',
  weight: 'Weight',
  payload: 'Content',
  shipped: 'Shipped to everyone',
  tags: 'Tags',
};

/** What a member of a campaign is called. */
export const labelOf = (name: string | undefined) =>
  name === undefined ? name : (labels[name] ?? name);

/** What is listed elsewhere, or follows from it. */
const untold = new Set(['id', 'type', 'allocationVersion', 'experiences', 'variations']);
/** Defaults of what is left out. */
const usual: Readonly<Record<string, unknown>> = {
  groups: [],
  labels: [],
  notes: '',
  traffic: 1,
  rollback: false,
  stickiness: 'user',
  ignoresHoldouts: false,
  servesWithoutConsent: false,
  allocation: 'manual',
  served: 1,
  tags: [],
  shipped: false,
  testUsers: [],
  targeting: {},
  metrics: {},
  schedule: {},
};

/** What changed from `before` to `after`, in the order of the page. */
export function differencesBetween(before: CampaignInput, after: CampaignInput): Difference[] {
  return [
    ...membersOf(before as Part, after as Part, ''),
    ...partsOf(before.experiences, after.experiences, 'Experience', (one, other, at) => [
      ...membersOf(one as Part, other as Part, at),
      ...partsOf(one.variations, other.variations, `${at} › Variation`, (variation, next, place) =>
        membersOf(variation as Part, next as Part, place),
      ),
    ]),
  ];
}

function membersOf(before: Part, after: Part, at: string): Difference[] {
  const names = Object.keys({ ...labels, ...before, ...after });
  return names
    .filter((name) => !untold.has(name) && (name in before || name in after))
    .flatMap((name): Difference[] => {
      const [one, other] = [meant(before, name), meant(after, name)];
      // A draw has a seed once it is stored; a body that has none yet differs in nothing by that.
      const isUntold = name === 'seed' && (one === undefined || other === undefined);
      if (isUntold || textOf(one) === textOf(other)) return [];
      const label = labels[name] ?? name;
      const content = name === 'payload' ? contentDifferences(one, other, at) : undefined;
      if (content) return content;
      const [was, is] =
        name === 'targeting' ? sayChange(one, other) : [say(name, one), say(name, other)];
      return [
        {
          at: at ? `${at} › ${label}` : label,
          change: 'changed',
          before: was,
          after: is,
        },
      ];
    });
}

/** Members of contents that are of a kind, one by one; undefined: they are told as a whole. */
function contentDifferences(one: unknown, other: unknown, at: string): Difference[] | undefined {
  const [before, after] = [one, other].map((payload) => (payload as Part | null)?.['data']);
  if ((one as Part | null)?.['type'] !== (other as Part | null)?.['type']) return undefined;
  if (!isRecord(before) || !isRecord(after)) return undefined;
  return Object.keys({ ...before, ...after })
    .filter((member) => textOf(before[member]) !== textOf(after[member]))
    .map((member) => ({
      at: `${at} › ${labels['payload']} › ${member}`,
      change: 'changed',
      before: sayMember(before[member]),
      after: sayMember(after[member]),
    }));
}

function sayMember(value: unknown): string {
  const text = say('', value);
  // A picture that is written into its address says nothing to people.
  return /^data:\w/.test(text) ? `picture of ${text.length} characters` : text;
}

/** A payload that is null says something: it is the control. */
const meant = (part: Part, name: string) => (part[name] === undefined ? usual[name] : part[name]);

interface Named {
  readonly id?: number | undefined;
  readonly name?: string;
  readonly targeting?: unknown;
}

/** Parts are the same when their ids are; without ids, when their names are. */
function partsOf<T extends Named>(
  before: readonly T[],
  after: readonly T[],
  kind: string,
  within: (one: T, other: T, at: string) => Difference[],
): Difference[] {
  const pairOf = (one: T) =>
    before.find(({ id }) => id !== undefined && id === one.id) ??
    before.find(
      (other) =>
        experienceName(other) === experienceName(one) &&
        !after.some(({ id }) => id && id === other.id),
    );
  const pairs = after.map((one) => [pairOf(one), one] as const);
  const kept = before.filter((one) => pairs.some(([pair]) => pair === one));
  const order = pairs.flatMap(([pair]) => (pair ? [pair] : []));
  const nameIn = (one: T) => `${kind} “${experienceName(one)}”`;
  return [
    ...before
      .filter((one) => !kept.includes(one))
      .map((one): Difference => ({ at: nameIn(one), change: 'removed' })),
    ...(kept.some((one, index) => one !== order[index])
      ? [
          {
            at: `${kind}s: order`,
            change: 'reordered',
            before: kept.map((one) => experienceName(one)).join(', '),
            after: order.map((one) => experienceName(one)).join(', '),
          } as const,
        ]
      : []),
    ...pairs.flatMap(([pair, one]) =>
      pair ? within(pair, one, nameIn(one)) : [{ at: nameIn(one), change: 'added' } as const],
    ),
  ];
}

/** Alike whatever the order of members. */
function textOf(json: unknown): string {
  return (
    JSON.stringify(json, (_name, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}

function say(name: string, value: unknown): string {
  if (name === 'rollout') return saySteps(value as CampaignInput['rollout']);
  if (name === 'traffic' && typeof value === 'number') return sayShare(value);
  if (name === 'payload') {
    if (value === null) return 'control';
    const { type, data } = value as { type?: string; data?: unknown };
    return JSON.stringify(type === undefined ? value : data, null, 2);
  }
  if (value === undefined || value === '') return 'none';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length > 0 ? value.join(', ') : 'none';
  }
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

function saySteps(rollout: CampaignInput['rollout']): string {
  const steps = rollout?.steps ?? [];
  const said = steps.map(({ traffic, hours }) => `${sayShare(traffic)} for ${hours} hours`);
  return said.length > 0 ? said.join(', ') : 'none';
}

/** 0.125 as "12.5 %". */
export const sayShare = (share: number) => `${Number((share * 100).toFixed(2))} %`;
