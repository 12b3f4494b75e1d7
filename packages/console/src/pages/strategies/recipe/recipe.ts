// A recipe while it is being edited: the chain of steps and what items must be, or its JSON.
import type { StrategyDefinition } from '@attune/core';
import { formatJson, parseJson, sayFault } from '../../../json/fault.ts';
import { newKey } from '../../../ui/new-key.ts';
import { areFilters, type Fault, filterErrors, noNumber } from './filter-errors.ts';
import type { FilterDraft } from './filters.ts';
import { begin, type MethodDraft, methods, nameOf, type Option } from './methods.ts';
import { readSlots, sayWrongSlots, slotsMax, writeSlots } from './slots.ts';

/** What a strategy does, without what it is called. */
export type Recipe = Omit<StrategyDefinition, 'id' | 'name'>;

/** A number that may not be typed yet. */
type Typed = number | '';

export interface StepDraft {
  /** Identifies steps while they are moved. */
  readonly key: string;
  readonly method: MethodDraft;
  /** As people write them; absent: all. */
  readonly slots?: string;
  readonly filters?: readonly FilterDraft[];
}

export interface DiversityDraft {
  readonly column: string;
  readonly most: Typed;
}

export interface Rows {
  readonly feed?: string;
  readonly steps: readonly StepDraft[];
  readonly filters?: readonly FilterDraft[];
  readonly diversity?: readonly DiversityDraft[];
  readonly severalOfGroup?: boolean;
  /** Without `among`: as the service has it. */
  readonly exploration?: { readonly share: Typed; readonly among?: Typed };
}

export interface RecipeDraft {
  readonly rows: Rows;
  /** While it is written as JSON, which may not be finished; the rows are then of no account. */
  readonly text?: string;
}

/** What people edit of a recipe: rows, or JSON where rows cannot show all of it. */
export function draftOf(recipe: unknown): RecipeDraft {
  const rows = rowsOf(recipe);
  return rows ? { rows } : { rows: { steps: [] }, text: formatJson(recipe) };
}

/** Undefined: rows cannot show it. */
function rowsOf(json: unknown): Rows | undefined {
  if (!isRecord(json) || !isListOf(json['steps'], isStep)) return;
  const { filters, diversity, severalOfGroup, exploration, feed } = json;
  if (feed !== undefined && typeof feed !== 'string') return;
  if (filters !== undefined && !areFilters(filters)) return;
  if (diversity !== undefined && !isListOf(diversity, isDiversity)) return;
  if (severalOfGroup !== undefined && typeof severalOfGroup !== 'boolean') return;
  if (exploration !== undefined && !isExploration(exploration)) return;
  const steps = (json['steps'] as StrategyDefinition['steps']).map(({ slots, ...step }) => ({
    ...step,
    key: newKey(),
    ...(slots && { slots: writeSlots(slots) }),
  }));
  return { ...json, steps } as unknown as Rows;
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const isListOf = (json: unknown, is: (one: unknown) => boolean) =>
  Array.isArray(json) && json.every(is);
const isText = (json: unknown) => typeof json === 'string';
const isNumber = (json: unknown) => typeof json === 'number';
const isSlot = (json: unknown) => Number.isInteger(json) && +json! >= 0 && +json! < slotsMax;

function isStep(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { method, slots, filters } = json;
  if (slots !== undefined && !isListOf(slots, isSlot)) return false;
  return isMethod(method) && (filters === undefined || areFilters(filters));
}

function isMethod(json: unknown): boolean {
  if (!isRecord(json) || !isText(json['type'])) return false;
  const name = nameOf(json as MethodDraft);
  return name !== undefined && methods[name].options.every((one) => canShow(one, json[one.name]));
}

function canShow(option: Option, value: unknown): boolean {
  if (value === undefined) return true;
  if (option.kind === 'number') return isNumber(value);
  if (option.kind === 'names') return isListOf(value, isText);
  if (option.kind === 'switch') return typeof value === 'boolean';
  return isText(value) && Object.hasOwn(option.choices, String(value));
}

const isDiversity = (json: unknown) =>
  isRecord(json) && isText(json['column']) && isNumber(json['most']);
const isExploration = (json: unknown) =>
  isRecord(json) &&
  isNumber(json['share']) &&
  (json['among'] === undefined || isNumber(json['among']));

/** What to send for it, and what of it cannot be sent as it is typed. */
export function recipeOf({ rows, text }: RecipeDraft): {
  readonly recipe: Recipe;
  readonly faults: readonly Fault[];
} {
  if (text === undefined) return recipeOfRows(rows);
  const parsed = parseJson(text);
  const asText = (detail: string) => ({
    recipe: { steps: [] },
    faults: [{ pointer: '', detail }],
  });
  if (parsed.fault) return asText(sayFault(parsed.fault));
  if (!isRecord(parsed.json)) return asText('A recipe is an object: { "steps": […] }');
  return { recipe: parsed.json as unknown as Recipe, faults: [] };
}

type Tell = (pointer: string, detail: string) => void;

function recipeOfRows(rows: Rows): { recipe: Recipe; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const tell: Tell = (pointer, detail) => faults.push({ pointer, detail });
  const { steps, filters, diversity, exploration } = rows;
  if (steps.length === 0) tell('/steps', 'A strategy has one step at least.');
  const recipe = {
    ...rows,
    steps: steps.map((step, at) => stepOf(step, `/steps/${at}`, tell)),
    ...(exploration?.among === '' && { exploration: { share: exploration.share } }),
  };
  tellFilters(filters, '/filters', tell);
  for (const [at, { most }] of diversity?.entries() ?? []) {
    if (most === '') tell(`/diversity/${at}/most`, noNumber);
  }
  if (exploration?.share === '') tell('/exploration/share', noNumber);
  return { recipe: recipe as unknown as Recipe, faults };
}

function stepOf({ key: _key, slots, ...step }: StepDraft, pointer: string, tell: Tell) {
  const read = slots === undefined ? undefined : slots.trim() === '' ? [] : readSlots(slots);
  if (slots !== undefined && read === undefined) {
    tell(`${pointer}/slots`, sayWrongSlots);
  }
  tellFilters(step.filters, `${pointer}/filters`, tell);
  return {
    ...step,
    method: methodOf(step.method, `${pointer}/method`, tell),
    ...(read && { slots: read }),
  };
}

function methodOf(method: MethodDraft, pointer: string, tell: Tell): MethodDraft {
  const name = nameOf(method);
  for (const option of name ? methods[name].options : []) {
    // What is not there has a default; what was emptied is to be something else.
    const isMissing = method[option.name] === '';
    if (isMissing && option.kind === 'number' && !option.isOptional) {
      tell(`${pointer}/${option.name}`, noNumber);
    }
  }
  const given = Object.entries(method).filter(([, value]) => value !== '');
  return Object.fromEntries(given) as MethodDraft;
}

function tellFilters(filters: readonly FilterDraft[] | undefined, pointer: string, tell: Tell) {
  for (const fault of filterErrors(filters, pointer)) tell(fault.pointer, fault.detail);
}

/** The same, written as JSON; what is missing is left out. */
export function asText(draft: RecipeDraft): RecipeDraft {
  return { ...draft, text: formatJson(recipeOf(draft).recipe) };
}

/** The same as rows, defaults stated; undefined while rows cannot show it. */
export function asRows(draft: RecipeDraft): RecipeDraft | undefined {
  const { recipe, faults } = recipeOf(draft);
  const rows = faults.length === 0 ? rowsOf(recipe) : undefined;
  const steps = rows?.steps.map((step) => ({ ...step, method: complete(step.method) }));
  return rows && steps && { rows: { ...rows, steps } };
}

function complete(method: MethodDraft): MethodDraft {
  const name = nameOf(method);
  return name ? { ...begin(name), ...method } : method;
}

/** A list with one entry anew, or without it; a list that becomes empty is left out. */
export function withEntry<T>(
  list: readonly T[] | undefined,
  at: number,
  entry: T | undefined,
): readonly T[] | undefined {
  const before = list ?? [];
  const next =
    entry === undefined
      ? before.filter((_, index) => index !== at)
      : at < before.length
        ? before.with(at, entry)
        : [...before, entry];
  return next.length === 0 ? undefined : next;
}
