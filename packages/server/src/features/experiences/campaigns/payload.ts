// The payload of a variation, by the type of its campaign: checked, and stored in one form.
import type { CampaignInput, Fault } from '@attune/contract';
import { type ItemFilter, validateFilters } from '@attune/core';

type Type = CampaignInput['type'];
type Payload = CampaignInput['experiences'][number]['variations'][number]['payload'];
type Given = Exclude<Payload, null>;

/** Which members the payloads of a type of campaign have; `!`: it must. */
const members: Readonly<Record<Type, readonly string[]>> = {
  custom: ['type!', 'data!'],
  recommendations: ['strategy!', 'slots!', 'custom', 'rules', 'pins'],
  sorting: ['strategy!'],
};

/** What of a campaign's payloads does not fit its type, or refers to what there is not. */
export function validateRecommending(
  { type, experiences }: CampaignInput,
  strategies: ReadonlySet<number>,
): Fault[] {
  return experiences.flatMap(({ variations, served = 1 }, at) => {
    const several = type !== 'custom' && served > 1;
    const detail = `must be 1 in a campaign of type ${type}`;
    return [
      ...when(several, `/experiences/${at}/served`, detail),
      ...variations.flatMap(({ payload }, of) =>
        payload === null
          ? []
          : validatePayload(type, payload, strategies).map((fault) => ({
              ...fault,
              pointer: `/experiences/${at}/variations/${of}/payload${fault.pointer}`,
            })),
      ),
    ];
  });
}

function validatePayload(type: Type, payload: Given, strategies: ReadonlySet<number>): Fault[] {
  const given = payload as Readonly<Record<string, unknown>>;
  const known = members[type].map((name) => name.replace('!', ''));
  const missing = members[type]
    .filter((name) => name.endsWith('!') && !(name.slice(0, -1) in given))
    .map((name) => ({ pointer: `/${name.slice(0, -1)}`, detail: 'is required' }));
  const foreign = Object.keys(given)
    .filter((name) => name in foreignTo && !known.includes(name))
    .map((name) => ({ pointer: `/${name}`, detail: `is nothing that type ${type} gives` }));
  if (type === 'custom' || missing.length > 0) return [...missing, ...foreign];
  return [...foreign, ...validateStrategy(payload, strategies)];
}

/** Members of some type; others are unknown, and passed over. */
const foreignTo: Readonly<Record<string, true>> = {
  ...{ type: true, data: true, strategy: true, slots: true, custom: true, rules: true, pins: true },
};

function validateStrategy(payload: Given, strategies: ReadonlySet<number>): Fault[] {
  const { strategy = 0 } = payload;
  return [
    ...when(!strategies.has(strategy), '/strategy', 'is not a strategy of the site'),
    ...validateSlots(payload),
  ];
}

/** What is wrong with the rules and pins of so many slots. */
export function validateSlots({
  slots = 100,
  rules = [],
  pins = [],
}: Pick<Given, 'slots' | 'rules' | 'pins'>): Fault[] {
  const places = pins.map(({ slot }) => slot);
  const skus = pins.map(({ sku }) => sku);
  const beyond = `is beyond the last slot, ${slots - 1}`;
  return [
    ...rules.flatMap(({ filters, slots: own = [] }, at) => [
      ...when(filters.length === 0, `/rules/${at}/filters`, 'need one filter at least'),
      ...validateFilters(filters as ItemFilter[], `/rules/${at}/filters`),
      ...own.flatMap((slot, nth) => when(slot >= slots, `/rules/${at}/slots/${nth}`, beyond)),
    ]),
    ...pins.flatMap(({ slot, sku }, at) => [
      ...when(slot >= slots, `/pins/${at}/slot`, beyond),
      ...when(places.indexOf(slot) !== at, `/pins/${at}/slot`, 'has a pin already'),
      ...when(skus.indexOf(sku) !== at, `/pins/${at}/sku`, 'is pinned already'),
    ]),
  ];
}

/** A payload with the members that its type has, and no others. */
export function acceptPayload(type: Type, payload: Payload): Payload {
  if (payload === null) return null;
  const kept = members[type].map((name) => name.replace('!', ''));
  const given = payload as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    kept.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  ) as Payload;
}

function when(isWrong: boolean, pointer: string, detail: string): Fault[] {
  return isWrong ? [{ pointer, detail }] : [];
}
