// Reads a condition into rows. Whatever they cannot show is kept as it is.
import { canShow } from './operators.ts';
import { everybody, type Group, type Of, type Row } from './rows.ts';

const lists: Readonly<Record<string, Of>> = { $and: 'all', $or: 'any', $nor: 'none' };

export function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The rows of a condition; undefined and `{}` are everybody. */
export function readCondition(json: unknown): Group {
  if (json === undefined || (isRecord(json) && Object.keys(json).length === 0)) return everybody;
  const row = readPart(json);
  if (row.kind === 'group') return row;
  return { ...everybody, rows: [row] };
}

/** A condition that may stand within others: a row where one is enough. */
function readPart(json: unknown): Row {
  if (!isRecord(json)) return { kind: 'json', json };
  const entries = Object.entries(json);
  // Within others it means everybody, which no row says.
  if (entries.length === 0) return { kind: 'json', json };
  const rows = entries.flatMap(([name, operand]) => readMember(name, operand));
  return rows.length === 1 ? rows[0]! : { ...everybody, rows };
}

function readMember(name: string, operand: unknown): Row[] {
  const of = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (of && Array.isArray(operand) && operand.length > 0) {
    return [{ kind: 'group', of, form: 'list', rows: operand.map(readPart) }];
  }
  const asItIs: Row = { kind: 'json', json: { [name]: operand } };
  if (name === '$not') return [readNot(operand) ?? asItIs];
  if (name === '$audience') {
    const isOne = operand === null || Number.isSafeInteger(operand);
    return [isOne ? { kind: 'audience', id: operand as number | null, isIn: true } : asItIs];
  }
  if (name.startsWith('$')) return [asItIs];
  return readAttribute(name, operand) ?? [asItIs];
}

function readNot(operand: unknown): Row | undefined {
  if (!isRecord(operand) || Object.keys(operand).length === 0) return;
  const row = readPart(operand);
  if (row.kind === 'audience' && row.isIn) return { ...row, isIn: false };
  return { kind: 'group', of: 'none', form: 'not', rows: [row] };
}

function readAttribute(path: string, operand: unknown): Row[] | undefined {
  if (!isRecord(operand)) {
    return canShow('is', operand)
      ? [{ kind: 'attribute', path, operator: 'is', value: operand }]
      : undefined;
  }
  const all = Object.entries(operand);
  const rows = all.flatMap(([operator, value]): Row[] =>
    operator !== 'is' && canShow(operator, value)
      ? [{ kind: 'attribute', path, operator, value }]
      : [],
  );
  return rows.length === all.length && rows.length > 0 ? rows : undefined;
}
