// How the lines of one order, wherever they stood in a file, become one purchase.
import { type EventDraft, exactSum, type OrderLine } from './draft.ts';

export interface FoldedOrder {
  readonly draft: EventDraft;
  /** Of the drafts, those that say what another one says. */
  readonly repeated: number;
}

/**
 * Folds drafts of one order, at least one, in the order of the file. The first says who bought; the
 * earliest time counts. Whole orders with the same lines are one that was written twice.
 */
export function foldOrder(drafts: readonly EventDraft[]): FoldedOrder {
  const byLines = new Map<string, EventDraft>();
  for (const [at, draft] of drafts.entries()) {
    const { isWhole = false, lines = [] } = draft.order ?? {};
    const key = isWhole ? JSON.stringify(lines) : `#${at}`;
    if (!byLines.has(key)) byLines.set(key, draft);
  }
  const distinct = [...byLines.values()];
  const { order: _, ...first } = distinct[0]!;
  const repeated = drafts.length - distinct.length;
  if (distinct.length === 1) return { draft: first, repeated };
  const parts = distinct.flatMap(({ order }) => order ?? []);
  const cart = parts.flatMap(({ lines }) => lines);
  const value = orderValue(parts);
  const stated = Object.assign({}, ...distinct.map(propertiesOf).reverse());
  const properties = { ...stated, cart, ...(value !== undefined && { value }) };
  return {
    draft: { ...first, event: { ...first.event, ...earliest(distinct), properties } },
    repeated,
  };
}

const propertiesOf = ({ event }: EventDraft) => event['properties'] as object;

/** Times of one form can be compared; others stay as the first line has them. */
function earliest(drafts: readonly EventDraft[]): { timestamp?: unknown } {
  const times = drafts.map(({ event }) => event['timestamp']);
  const areNumbers = times.every((time) => typeof time === 'number');
  return areNumbers ? { timestamp: Math.min(...(times as number[])) } : {};
}

/**
 * What the order cost. Amounts that the rows state of the whole order are one amount where they are
 * the same, unless each is what its own lines cost; where they differ they are parts.
 */
function orderValue(parts: readonly OrderLine[]): number | undefined {
  const stated = parts.flatMap(({ value }) => value ?? []);
  const [first] = stated;
  if (first === undefined) {
    const ofLines = parts.flatMap(({ linesValue }) => linesValue ?? []);
    return ofLines.length > 0 ? exactSum(ofLines) : undefined;
  }
  const isOne = stated.every((value) => value === first);
  const areOwn = parts.every(({ value, linesValue }) => value === linesValue);
  return isOne && !areOwn ? first : exactSum(stated);
}
