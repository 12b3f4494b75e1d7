// Writes rows as the condition that code would write, and knows where in it each row is.
import { isRecord } from './read.ts';
import type { Group, Of, Row } from './rows.ts';

export interface Written {
  readonly condition: Readonly<Record<string, unknown>>;
  /** Where each row is in it: RFC 6901 pointers from the condition's root. */
  readonly places: ReadonlyMap<Row, string>;
}

const listOf: Readonly<Record<Of, string>> = { all: '$and', any: '$or', none: '$nor' };

type Members = readonly (readonly [name: string, operand: unknown])[];

/** A part of a condition, and how its rows are found from its place. */
interface Part {
  readonly members: Members;
  readonly places: readonly (readonly [row: Row, path: readonly (string | number)[]])[];
}

/** The condition that rows say; `{}`, everybody, for none. */
export function writeCondition(root: Group): Written {
  const { members, places } = writeRow(root);
  return {
    condition: Object.fromEntries(members),
    places: new Map(places.map(([row, path]) => [row, pointerOf(path)])),
  };
}

function pointerOf(path: readonly (string | number)[]): string {
  return path
    .map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function writeRow(row: Row): Part {
  switch (row.kind) {
    case 'attribute': {
      const operand = row.operator === 'is' ? row.value : { [row.operator]: row.value };
      return { members: [[row.path, operand]], places: [[row, [row.path]]] };
    }
    case 'audience': {
      if (row.isIn) return { members: [['$audience', row.id]], places: [[row, ['$audience']]] };
      const members: Members = [['$not', { $audience: row.id }]];
      return { members, places: [[row, ['$not', '$audience']]] };
    }
    case 'json': {
      const members = isRecord(row.json) ? Object.entries(row.json) : [];
      const [name] = members.length === 1 ? members[0]! : [];
      return { members, places: [[row, name === undefined ? [] : [name]]] };
    }
    case 'group':
      return writeGroup(row);
  }
}

function writeGroup(group: Group): Part {
  // A group that is still empty says nothing yet.
  const rows = group.rows.filter((row) => row.kind !== 'group' || row.rows.length > 0);
  if (rows.length === 0) return { members: [], places: [[group, []]] };
  const [first] = rows;
  if (group.of === 'none' && group.form === 'not' && rows.length === 1 && isWhole(first!)) {
    const inner = writeRow(first!);
    return {
      members: [['$not', Object.fromEntries(inner.members)]],
      places: [[group, ['$not']], ...below('$not', inner)],
    };
  }
  const merged = group.of === 'all' && group.form === 'members' && merge(rows);
  if (merged) return { members: merged.members, places: [[group, []], ...merged.places] };
  const name = listOf[group.of];
  const parts = rows.map(writeRow);
  return {
    members: [[name, rows.map((row, at) => (isWhole(row) ? within(parts[at]!) : jsonOf(row)))]],
    places: [
      [group, [name]],
      ...parts.flatMap((part, at) => below(name, { ...part, places: below(at, part) })),
    ],
  };
}

const within = (part: Part) => Object.fromEntries(part.members);
const jsonOf = (row: Row) => (row.kind === 'json' ? row.json : undefined);
/** Is it an object, as conditions are? What stands for one may be any JSON. */
const isWhole = (row: Row) => row.kind !== 'json' || isRecord(row.json);
const below = (name: string | number, { places }: Part): Part['places'] =>
  places.map(([row, path]) => [row, [name, ...path]]);

/** Rows as members of one object; undefined where two would have to stand at the same place. */
function merge(rows: readonly Row[]): Part | undefined {
  const members = new Map<string, unknown>();
  const operatorsOn = new Set<string>();
  const places: Part['places'][number][] = [];
  for (const row of rows) {
    // Members of a group within are a condition of their own.
    const isApart = row.kind === 'group' && row.of === 'all' && row.form === 'members';
    if (isApart || !isWhole(row)) return;
    const part = writeRow(row);
    const hasOperators = row.kind === 'attribute' && row.operator !== 'is';
    for (const [name, operand] of part.members) {
      const both = hasOperators && operatorsOn.has(name) && join(members.get(name), operand);
      if (members.has(name) && !both) return;
      members.set(name, both || operand);
      if (hasOperators) operatorsOn.add(name);
    }
    places.push(...part.places);
  }
  return { members: [...members], places };
}

/** Operators on the same attribute side by side; undefined where it has the operator already. */
function join(known: unknown, more: unknown) {
  const [operator = ''] = Object.keys(more as object);
  return Object.hasOwn(known as object, operator)
    ? undefined
    : { ...(known as object), ...(more as object) };
}
