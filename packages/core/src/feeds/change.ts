// How a caller asks for a change of some items, and how much of a feed one change may take away.
import { readSku } from './column.ts';
import { isJsonObject, shown } from './json.ts';

/** One wanted change; `data` is a row still to be read, and names the same sku. */
export type Change =
  | {
      readonly action: 'update' | 'partial';
      readonly sku: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  | { readonly action: 'delete'; readonly sku: string };

/** `item` is what a transaction calls the change: its id, or `#<index>` where it has none. */
export type ChangeResult =
  | { readonly ok: true; readonly change: Change }
  | { readonly ok: false; readonly item: string; readonly message: string };

/** What a change set does to a feed, counted in items. */
export interface Diff {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly rejected: number;
  readonly unchanged: number;
}

const actions = ['update', 'partial', 'delete'] as const;

/** Reads one row of `requests`: `{ id, action, body?: { data } }`, the action in any case. */
export function readChange(raw: unknown, index: number): ChangeResult {
  const unnamed = `#${index}`;
  if (!isJsonObject(raw)) return failed(unnamed, `must be an object, not ${shown(raw)}`);
  const id = readSku(raw['id']);
  const action = actions.find((name) => name === lowerCase(raw['action']));
  const faults: string[] = [];
  if (id.fault) faults.push(raw['id'] === undefined ? 'id is missing' : `id ${id.fault}`);
  if (!action) faults.push(`action must be update, partial or delete, not ${shown(raw['action'])}`);
  const sku = id.fault ? undefined : (id.value as string);
  const data = action && action !== 'delete' ? readData(raw['body'], sku, faults) : {};
  if (faults.length > 0 || !action || sku === undefined) {
    return failed(sku ?? nameOf(raw['id']) ?? unnamed, faults.join('; '));
  }
  if (action === 'delete') return { ok: true, change: { action, sku } };
  return { ok: true, change: { action, sku, data: { ...data, sku } } };
}

/** Whether more than half of a feed's items would go, which needs the caller's consent. */
export function shrinkRefused(before: number, removed: number): boolean {
  return removed * 2 > before;
}

function readData(
  body: unknown,
  sku: string | undefined,
  faults: string[],
): Readonly<Record<string, unknown>> {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (!isJsonObject(data)) {
    faults.push('body.data must be an object');
    return {};
  }
  if (sku !== undefined && Object.hasOwn(data, 'sku') && readSku(data['sku']).value !== sku) {
    faults.push(`body.data.sku must be the id ${shown(sku)}, not ${shown(data['sku'])}`);
  }
  return data;
}

function failed(item: string, message: string): ChangeResult {
  return { ok: false, item, message };
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** A refused id still names its row, unless it is one that could not be stored or be looked up. */
function nameOf(id: unknown): string | undefined {
  if (typeof id !== 'string' || id.trim() === '' || id.length > 500) return undefined;
  return id.isWellFormed() && !id.includes('\u0000') ? id : undefined;
}
