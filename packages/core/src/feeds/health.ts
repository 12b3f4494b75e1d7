// How well a feed is: what became worse of its columns, and why its rows were rejected.

/** A column among the items that were looked at. */
export interface MeasuredColumn {
  readonly column: string;
  /** Share of the items that fill it. */
  readonly filled: number;
  readonly distinct: number;
}

/** What was measured of a feed at one revision. */
export interface FeedMeasure {
  readonly items: number;
  readonly looked: number;
  /** On all of the items? */
  readonly isExact: boolean;
  readonly columns: readonly MeasuredColumn[];
  readonly suggestedAffinity: readonly string[];
}

export interface Alarm {
  readonly kind: 'emptier' | 'gone' | 'fewer-values' | 'rejected' | 'shrunk';
  readonly column?: string;
  readonly detail: string;
}

/** A column is emptier when so many of 100 items lost it, and so much of what there was. */
const lostPoints = 0.1;
const lostPart = 0.2;
/** Below these, a column says little that could get lost. */
const leastFilled = 0.05;
const leastDistinct = 4;
const shrunkPart = 0.2;
const rejectedPart = 0.05;

/** What became worse of a feed, and is probably a mistake; of a first one its rejected rows. */
export function alarmsOf(
  now: FeedMeasure,
  before: FeedMeasure | undefined,
  rows: { readonly accepted: number; readonly rejected: number },
): Alarm[] {
  const all = rows.accepted + rows.rejected;
  const alarms: Alarm[] = [];
  if (rows.rejected > all * rejectedPart) {
    const share = percent(rows.rejected / all);
    alarms.push({
      kind: 'rejected',
      detail: `${rows.rejected} of ${all} rows (${share}) were rejected.`,
    });
  }
  if (!before) return alarms;
  if (now.items < before.items * (1 - shrunkPart)) {
    const detail = `The feed has ${now.items} items; it had ${before.items}.`;
    alarms.push({ kind: 'shrunk', detail });
  }
  const present = new Map(now.columns.map((one) => [one.column, one]));
  for (const was of before.columns) {
    const alarm = columnAlarm(was, present.get(was.column));
    if (alarm) alarms.push(alarm);
  }
  return alarms;
}

function columnAlarm(was: MeasuredColumn, is: MeasuredColumn | undefined): Alarm | undefined {
  const { column } = was;
  if (was.filled < leastFilled) return undefined;
  if (!is || is.filled === 0) {
    const detail = `No item has ${column} any more; ${percent(was.filled)} had it.`;
    return { kind: 'gone', column, detail };
  }
  const lost = was.filled - is.filled;
  if (lost >= lostPoints && lost >= was.filled * lostPart) {
    const detail = `${column} is filled in ${percent(is.filled)} of the items; it was in ${percent(was.filled)}.`;
    return { kind: 'emptier', column, detail };
  }
  if (was.distinct < leastDistinct || is.distinct * 2 >= was.distinct) return undefined;
  const detail = `${column} has ${is.distinct} different values; it had ${was.distinct}.`;
  return { kind: 'fewer-values', column, detail };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

export interface Rejection {
  readonly item: string;
  readonly message: string;
}

export interface RejectionGroup {
  readonly reason: string;
  readonly rows: number;
  readonly examples: Rejection[];
}

const groupsMax = 50;
const examplesMax = 5;

/** Groups rejected rows by what their messages have in common, the most frequent reason first. */
export function groupRejections(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, { rows: number; examples: Rejection[] }>();
  for (const rejection of rejections) {
    const reason = reasonOf(rejection.message);
    const group = groups.get(reason) ?? { rows: 0, examples: [] };
    group.rows += 1;
    if (group.examples.length < examplesMax) group.examples.push(rejection);
    groups.set(reason, group);
  }
  return [...groups]
    .map(([reason, group]) => ({ reason, ...group }))
    .sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1))
    .slice(0, groupsMax);
}

/** A message without what is of its own row: quoted values, and places. */
function reasonOf(message: string): string {
  return message
    .replaceAll(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replaceAll(/#\d+/g, '#…')
    .replaceAll(/-?\d+(\.\d+)?/g, '…');
}
