// One row of an import: the person it names, what it sets, and everything that is wrong with it.
import { type Identifier, isHeld, isRawNumber, normaliseIdentifier, rounded } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import { checkSomebody } from '../identity/index.ts';

/** The value of an attribute that a row sets; null takes it away. */
type Value = string | number | boolean | readonly string[] | null;

export interface ImportRow {
  readonly name: Identifier;
  /** What to set, in order; null: all of the person's attributes go. */
  readonly data: ReadonlyMap<string, Value> | null;
}

export type ReadRow = { readonly row: ImportRow } | { readonly errors: readonly string[] };

const mostAttributes = 100;
const longestName = 100;
const longestText = 1_000;
const mostTexts = 100;
const known = ['action', 'cuid', 'cuidType', 'data'];

/** Reads a request `{ action, cuid, cuidType, data? }`. Values are never repeated in errors. */
export function readRow(types: Pick<SiteSnapshot, 'identifierTypes'>, raw: unknown): ReadRow {
  if (!isRecord(raw)) return { errors: ['must be an object'] };
  const { action, cuid, cuidType, data } = raw;
  const act = typeof action === 'string' ? action.toLowerCase() : '';
  const errors = Object.keys(raw)
    .filter((name) => !known.includes(name))
    .map((name) => `${shortened(name)} is not a member: ${known.join(', ')}`);
  if (act !== 'upsert' && act !== 'delete') errors.push('action must be upsert or delete');
  if (act === 'delete' && data !== undefined) errors.push('data must be left out of a delete');
  const name = readName(types, cuid, cuidType, errors);
  const values = act === 'upsert' ? readData(data, errors) : null;
  if (errors.length > 0 || name === undefined) return { errors };
  return { row: { name, data: values } };
}

function readName(
  types: Pick<SiteSnapshot, 'identifierTypes'>,
  cuid: unknown,
  cuidType: unknown,
  errors: string[],
): Identifier | undefined {
  if (typeof cuid !== 'string' || cuid === '') errors.push('cuid must be a text');
  if (typeof cuidType !== 'string' || cuidType === '') errors.push('cuidType must be a text');
  if (typeof cuid !== 'string' || typeof cuidType !== 'string' || !cuid || !cuidType) {
    return undefined;
  }
  const places = { type: 'cuidType', value: 'cuid' };
  const found = checkSomebody(types, cuidType, cuid, places);
  errors.push(...found.map(({ pointer, detail }) => `${pointer} ${detail}`));
  if (!isStorable(cuid)) errors.push('cuid holds U+0000 or a lone surrogate');
  return found.length === 0 ? normaliseIdentifier({ type: cuidType, value: cuid }) : undefined;
}

function readData(data: unknown, errors: string[]): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  if (!isRecord(data)) {
    errors.push('data must be an object of attributes');
    return values;
  }
  const entries = Object.entries(data);
  if (entries.length > mostAttributes) errors.push(`data has more than ${mostAttributes} members`);
  for (const [name, value] of entries.slice(0, mostAttributes)) {
    const detail = nameFault(name) ?? valueFault(value);
    if (detail === undefined) values.set(name, value as Value);
    else errors.push(`data.${shortened(name)} ${detail}`);
  }
  return values;
}

function nameFault(name: string): string | undefined {
  if (name === '' || name.length > longestName) {
    return `must have a name of 1 to ${longestName} characters`;
  }
  return isStorable(name) ? undefined : 'has a name with U+0000 or a lone surrogate';
}

function valueFault(value: unknown): string | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'must be finite';
  if (typeof value === 'string') return textFault(value);
  if (isRawNumber(value)) return rounded;
  if (!Array.isArray(value)) return 'must be a text, a number, true or false, or a list of texts';
  if (value.length > mostTexts) return `must have at most ${mostTexts} texts`;
  if (!value.every((one) => typeof one === 'string')) return 'must be a list of texts alone';
  return value.map(textFault).find((fault) => fault !== undefined);
}

function textFault(text: string): string | undefined {
  if (text.length > longestText) return `must have at most ${longestText} characters`;
  return isStorable(text) ? undefined : 'holds U+0000 or a lone surrogate';
}

/** A row of CSV as a request: further columns are attributes, an empty cell says nothing. */
export function requestOfCells(cells: unknown): unknown {
  if (!isRecord(cells)) return cells;
  const { action, cuid, cuidType, ...columns } = cells;
  const act = typeof action === 'string' && action !== '' ? action : 'upsert';
  const filledCells = Object.entries(columns).filter(
    ([, cell]) => cell !== '' && cell !== undefined,
  );
  const data = Object.fromEntries(filledCells.map(([name, cell]) => [name, valueOfCell(cell)]));
  const isDelete = act.toLowerCase() === 'delete';
  return { action: act, cuid, cuidType, ...(isDelete && filledCells.length === 0 ? {} : { data }) };
}

/** `true`, `false` and what JSON calls a number are that; everything else is a text. */
function valueOfCell(cell: unknown): unknown {
  if (cell === 'true' || cell === 'false') return cell === 'true';
  if (typeof cell !== 'string' || !/^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?$/.test(cell))
    return cell;
  return isHeld(cell) ? Number(cell) : cell;
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shortened = (name: string) =>
  (name.length > 40 ? `${name.slice(0, 40)}…` : name).toWellFormed().replaceAll('\0', ' ');
