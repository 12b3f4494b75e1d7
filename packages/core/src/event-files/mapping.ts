// What a mapping of a file of events may say, and how it is checked before any row is read with it.
import { readersByType } from '../events/kinds/index.ts';
import {
  bareName,
  type ColumnRule,
  isJsonObject,
  type MappingFault,
  membersOf,
  type Path,
  type Report,
  type RowShape,
  readPaths,
  readRowShape,
  readRule,
  shown,
} from '../feeds/mapping-parts.ts';
import { pointerTo } from '../text/pointer.ts';

/** A checked mapping: for each part of an event, where it is found and what is made of it. */
export interface EventMapping extends RowShape {
  readonly type: ColumnRule;
  /** From the file's own word for a type, by its bare name, to the type. */
  readonly types: ReadonlyMap<string, string>;
  /** What becomes of rows whose type is not in the table. */
  readonly otherTypes: 'skip' | 'custom';
  readonly timestamp: ColumnRule;
  /** `cuid`, `cuidType` and `device`. */
  readonly user: readonly ColumnRule[];
  /** `name`, `eventId` and `session`, as far as there are rules for them. */
  readonly own: readonly ColumnRule[];
  readonly properties: readonly ColumnRule[];
  /** The lines of an order that stand in a list of its row. */
  readonly items?: { readonly from: readonly Path[]; readonly columns: readonly ColumnRule[] };
  /** On the clock of which zone times without an offset are. */
  readonly zone?: string;
  readonly decimalComma: boolean;
}

export type EventMappingResult =
  | { readonly ok: true; readonly mapping: EventMapping }
  | { readonly ok: false; readonly faults: readonly MappingFault[] };

/** The type of an event that is of no known type. */
export const customType = 'custom';

export const isEventType = (type: string): boolean =>
  type === customType || readersByType.has(type);

const shapeFields = ['root', 'fold', 'unfold', 'skip'];
const ownFields = ['name', 'eventId', 'session'];
const userFields = ['cuid', 'cuidType', 'device'];
const itemFields = ['productId', 'quantity', 'itemPrice'];
const fields = new Set([
  ...['type', 'timestamp', 'user', 'properties', 'items', 'zone', 'decimalComma', 'otherTypes'],
  ...[...shapeFields, ...ownFields],
]);
const PROPERTIES_MAX = 100;

/** Checks a mapping's JSON and reports every fault; members it does not know are faults too. */
export function checkEventMapping(json: unknown): EventMappingResult {
  const faults: MappingFault[] = [];
  const report: Report = (pointer, detail) => faults.push({ pointer, detail });
  const members = membersOf(json, fields, '', report);
  if (!members) return { ok: false, faults };
  const { zone, decimalComma = false, otherTypes = 'skip', items } = members;
  if (zone !== undefined && !(typeof zone === 'string' && isZone(zone))) {
    report('/zone', `must be a time zone such as Europe/Berlin, not ${shown(zone)}`);
  }
  if (typeof decimalComma !== 'boolean') report('/decimalComma', 'must be true or false');
  if (otherTypes !== 'skip' && otherTypes !== customType) {
    report('/otherTypes', `must be skip or custom, not ${shown(otherTypes)}`);
  }
  const types = readTypes(members['type'], report);
  const user = readRules(members['user'] ?? {}, '/user', userFields, report);
  if (!user.some(({ column }) => column === 'cuid' || column === 'device')) {
    report('/user', 'must have a rule for `cuid` or `device`');
  }
  const properties = readRules(members['properties'] ?? {}, '/properties', undefined, report);
  const listed = items === undefined ? undefined : readItems(items, report);
  const mapping: EventMapping = {
    ...readRowShape(members, report),
    ...{ types, type: ruleOf('type', withoutTable(members['type']), '/type', report) },
    timestamp: ruleOf('timestamp', members['timestamp'], '/timestamp', report),
    ...{ user, properties, decimalComma: decimalComma === true },
    otherTypes: otherTypes === customType ? customType : 'skip',
    own: ownFields.flatMap((name) =>
      members[name] === undefined ? [] : [ruleOf(name, members[name], `/${name}`, report)],
    ),
    ...(listed && { items: listed }),
    ...(typeof zone === 'string' && { zone }),
  };
  return faults.length > 0 ? { ok: false, faults } : { ok: true, mapping };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

function ruleOf(column: string, json: unknown, pointer: string, report: Report): ColumnRule {
  return readRule(column, isJsonObject(json) ? json : { from: json }, pointer, report);
}

/** A word that the table lacks is no fault of its row: it is told as a type. */
function withoutTable(json: unknown): unknown {
  if (!isJsonObject(json)) return json;
  const { values: _, ...rule } = json;
  return rule;
}

function readTypes(json: unknown, report: Report): ReadonlyMap<string, string> {
  const table = isJsonObject(json) ? (json['values'] ?? {}) : {};
  const types = new Map<string, string>();
  const names = new Set(isJsonObject(table) ? Object.keys(table) : []);
  for (const [word, type] of Object.entries(
    membersOf(table, names, '/type/values', report) ?? {},
  )) {
    if (typeof type === 'string' && isEventType(type)) types.set(bareName(word), type);
    else {
      const wanted = 'must be a type of events such as purchase-v1, or custom';
      report(pointerTo('/type/values', word), `${wanted}, not ${shown(type)}`);
    }
  }
  return types;
}

function readRules(
  json: unknown,
  pointer: string,
  known: readonly string[] | undefined,
  report: Report,
): readonly ColumnRule[] {
  const names = new Set(known ?? (isJsonObject(json) ? Object.keys(json) : []));
  if (known === undefined && names.size > PROPERTIES_MAX) {
    report(pointer, `must have at most ${PROPERTIES_MAX} members`);
  }
  const members = membersOf(json, names, pointer, report) ?? {};
  return Object.entries(members).flatMap(([name, rule]) =>
    names.has(name) ? [ruleOf(name, rule, pointerTo(pointer, name), report)] : [],
  );
}

function readItems(json: unknown, report: Report): EventMapping['items'] {
  const members = membersOf(json, new Set(['from', ...itemFields]), '/items', report) ?? {};
  const { from, ...columns } = members;
  return {
    from: readPaths(from, '/items/from', report),
    columns: readRules(columns, '/items', itemFields, () => undefined),
  };
}
