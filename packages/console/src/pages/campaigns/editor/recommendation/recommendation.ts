// What a variation of a campaign that recommends or sorts gives, while it is being edited.
import type { PreviewStrategyInput } from '@attune/contract';
import { formatJson, parseTyped, sayFault } from '../../../../json/fault.ts';
import { areFilters, filterErrors } from '../../../strategies/recipe/filter-errors.ts';
import type { FilterDraft } from '../../../strategies/recipe/filters.ts';
import {
  readSlots,
  sayWrongSlots,
  slotsMax,
  writeSlots,
} from '../../../strategies/recipe/slots.ts';

export const ruleTypes = {
  include: 'Only items that are',
  exclude: 'No items that are',
  boost: 'First items that are',
  bury: 'Last items that are',
} as const;

export interface RuleDraft {
  readonly type: keyof typeof ruleTypes;
  /** As people write them; absent: all. */
  readonly slots?: string;
  readonly filters: readonly FilterDraft[];
}

export interface PinDraft {
  /** From 0. */
  readonly slot: number | '';
  readonly sku: string;
}

export interface RecommendationDraft {
  /** null: not chosen yet. */
  readonly strategy: number | null;
  readonly slots?: number | '';
  /** JSON as it is typed; absent: nothing beside the items. */
  readonly custom?: string;
  readonly rules?: readonly RuleDraft[];
  readonly pins?: readonly PinDraft[];
  /** While all of it is written as JSON, which may not be finished; the rest is of no account. */
  readonly text?: string;
}

export const nothingYet: RecommendationDraft = { strategy: null, slots: 8 };

/** As campaigns have it. */
interface GivenPayload {
  readonly strategy: number;
  readonly slots?: number;
  readonly custom?: unknown;
  readonly rules?: PreviewStrategyInput['rules'];
  readonly pins?: PreviewStrategyInput['pins'];
}
type Tell = (pointer: string, detail: string) => void;

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const isSlot = (json: unknown) => Number.isInteger(json) && +json! >= 0 && +json! < slotsMax;

/** What people edit of a payload: fields, or JSON where these cannot show all of it. */
export function recommendationOf(payload: unknown): RecommendationDraft {
  return fieldsOf(payload) ?? { ...nothingYet, text: formatJson(payload) };
}

/** Undefined: fields cannot show it. */
function fieldsOf(json: unknown): RecommendationDraft | undefined {
  if (!isRecord(json) || !Number.isInteger(json['strategy'])) return;
  const { slots, rules, pins, custom } = json;
  if (slots !== undefined && typeof slots !== 'number') return;
  if (rules !== undefined && !(Array.isArray(rules) && rules.every(isRule))) return;
  if (pins !== undefined && !(Array.isArray(pins) && pins.every(isPin))) return;
  return {
    ...(json as unknown as RecommendationDraft),
    ...('custom' in json && { custom: formatJson(custom) }),
    ...(rules && {
      rules: (rules as { slots?: number[] }[]).map(({ slots: of, ...rule }) => ({
        ...(rule as RuleDraft),
        ...(of && { slots: writeSlots(of) }),
      })),
    }),
  };
}

function isRule(json: unknown): boolean {
  if (!isRecord(json) || !Object.hasOwn(ruleTypes, String(json['type']))) return false;
  const { slots, filters } = json;
  return (
    areFilters(filters) && (slots === undefined || (Array.isArray(slots) && slots.every(isSlot)))
  );
}

const isPin = (json: unknown) =>
  isRecord(json) && isSlot(json['slot']) && typeof json['sku'] === 'string';

/** What to send for it; what cannot be sent as it is typed is reported, by its pointer. */
export function payloadOf(draft: RecommendationDraft, pointer: string, tell: Tell): GivenPayload {
  if (draft.text !== undefined) {
    const parsed = parseTyped(draft.text);
    if (parsed.fault) tell(pointer, sayFault(parsed.fault));
    return (parsed.fault ? { strategy: 0 } : parsed.json) as GivenPayload;
  }
  const { strategy, slots, custom, rules, pins, ...rest } = draft;
  if (strategy === null) tell(`${pointer}/strategy`, 'Choose a strategy.');
  if (slots === '') tell(`${pointer}/slots`, 'Give a number.');
  for (const [at, pin] of pins?.entries() ?? []) {
    if (pin.slot === '') tell(`${pointer}/pins/${at}/slot`, 'Give a number.');
    if (pin.sku.trim() === '') tell(`${pointer}/pins/${at}/sku`, 'Choose an item.');
  }
  return {
    ...rest,
    strategy: strategy ?? 0,
    ...(slots !== undefined && slots !== '' && { slots }),
    ...(custom !== undefined && { custom: readCustom(custom, `${pointer}/custom`, tell) }),
    ...(rules && { rules: rules.map((rule, at) => ruleOf(rule, `${pointer}/rules/${at}`, tell)) }),
    ...(pins && { pins }),
  } as GivenPayload;
}

function readCustom(text: string, pointer: string, tell: Tell): unknown {
  const parsed = parseTyped(text);
  if (parsed.fault) tell(pointer, sayFault(parsed.fault));
  return parsed.fault ? text : parsed.json;
}

function ruleOf({ slots, ...rule }: RuleDraft, pointer: string, tell: Tell) {
  const read = slots === undefined ? undefined : readSlots(slots);
  if (slots !== undefined && read === undefined) tell(`${pointer}/slots`, sayWrongSlots);
  for (const fault of filterErrors(rule.filters, `${pointer}/filters`)) {
    tell(fault.pointer, fault.detail);
  }
  return { ...rule, ...(read && { slots: read }) };
}

/** The same, written as JSON; what is missing is left out. */
export const asText = (draft: RecommendationDraft): string =>
  formatJson(payloadOf(draft, '', () => undefined));

/** The same as fields; undefined while they cannot show it. */
export function asFields(draft: RecommendationDraft): RecommendationDraft | undefined {
  const parsed = parseTyped(draft.text ?? '');
  return parsed.fault ? undefined : fieldsOf(parsed.json);
}

/** Is there enough to ask what it would give? */
export function isFinished(draft: RecommendationDraft): boolean {
  let count = 0;
  const { strategy } = payloadOf(draft, '', () => {
    count += 1;
  });
  return count === 0 && Number.isInteger(strategy);
}
