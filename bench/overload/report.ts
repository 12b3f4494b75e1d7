// The figures as a page that is committed.
import { median } from '../support/load.ts';
import type { Summary } from './plan.ts';

export interface Row {
  readonly profile: string;
  /** What it answered in a second just before, when a few connections asked without a pause. */
  readonly most: number;
  /** What it was rated at then. */
  readonly rated: number;
  /** Choose's own rate beside what the profile brings, against the rated one. */
  readonly base: number;
  readonly before: Summary;
  readonly during: Summary;
  /** Of each time: p99 during to that of the calms around it. */
  readonly ratios: readonly number[];
  /** From 5 s after. */
  readonly back: Summary;
  /** Of each time: p99 from 5 s after to that of the calm before. */
  readonly backRatios: readonly number[];
  readonly memory: { readonly before: number; readonly most: number };
  /** Each time. */
  readonly others?: readonly string[];
}

interface Report {
  readonly machine: string;
  /** Of what it answers at most: those that were tried, the largest first. */
  readonly shares: readonly number[];
  /** Of every profile as many as there were rounds. */
  readonly rows: readonly Row[];
}

type Show = (value: number) => string;

const whole: Show = (value) => String(Math.round(value));
const ms: Show = (value) => (Number.isFinite(value) ? value.toFixed(1) : '-');
const times: Show = (value) => value.toFixed(2);
const mebibytes: Show = (bytes) => whole(bytes / 1024 ** 2);
const percent: Show = (value) => `${(100 * value).toFixed(0)} %`;

/** What a column shows of a row, and whether of each round as well. */
type Column = readonly [head: string, of: (row: Row) => number, show: Show, ofEach?: boolean];

const columns: readonly Column[] = [
  ['turns', ({ ratios }) => ratios.length, whole],
  ['rated/s', ({ rated }) => rated, whole],
  ['of most', ({ rated, most }) => rated / most, percent],
  ['arrivals/s', ({ during }) => during.perSecond.arrivals, whole],
  ['goodput/s', ({ during }) => during.perSecond.good, whole],
  ['of the rate', ({ during, base, rated }) => during.perSecond.good / base / rated, percent, true],
  ['shed/s', ({ during }) => during.perSecond.shed, whole],
  ['unsent/s', ({ during }) => during.perSecond.unsent, whole],
  ['failed/s', ({ during }) => during.perSecond.failed, whole],
  ['p50 before', ({ before }) => before.p50Ms, ms],
  ['during', ({ during }) => during.p50Ms, ms],
  ['p99 before', ({ before }) => before.p99Ms, ms],
  ['during', ({ during }) => during.p99Ms, ms],
  ['ratio', ({ ratios }) => median(ratios), times, true],
  ['5 s after', ({ back }) => back.p99Ms, ms],
  ['ratio', ({ backRatios }) => median(backRatios), times, true],
  ['p99.9 before', ({ before }) => before.p999Ms, ms],
  ['during', ({ during }) => during.p999Ms, ms],
  ['shed p99', ({ during }) => during.shedP99Ms, ms],
  ['late before', ({ before }) => before.delayP99Ms, ms],
  ['during', ({ during }) => during.delayP99Ms, ms],
  ['MiB before', ({ memory }) => memory.before, mebibytes],
  ['most', ({ memory }) => memory.most, mebibytes],
];

export function reportOf({ machine, shares, rows }: Report): string {
  const byProfile = Map.groupBy(rows, ({ profile }) => profile);
  const table = [
    ['profile', ...columns.map(([head]) => head)],
    ['---', ...columns.map(() => '---')],
    ...[...byProfile].map(([profile, rounds]) => [profile, ...cellsOf(rounds)]),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  const notes = rows.flatMap(({ profile, ratios, backRatios, others = [] }) => [
    `- ${profile}: ratios ${ratios.map(times).join(', ')}; 5 s after ${backRatios.map(times).join(', ')}.`,
    ...others.map((one) => `- ${profile}: ${one}.`),
  ]);
  return `# What a node answers under overload

Made by \`node bench/overload.ts\`: ${machine}. The node and PostgreSQL have one core, those who ask the other.
Before each measurement the node is rated: of ${shares.map(percent).join(', ')} of what a few connections get that ask without
a pause, the largest at which 99 of 100 arrivals were answered, and 99 of 100 answers took 10 ms at most.
Milliseconds are choose's, from arrival to a good answer; a p99 is that of the median second, a p99.9 that of all.
2x, 5x, 10x: choose arrives at so many times the rated rate. Beside the others it arrives at half of it: calm has nothing beside it, which
tells what a ratio is by itself; flood has twice as many requests with ten events each; feed the upload of a million items, broken off when its time is
over; slow 5,000 connections that hardly move. A calm and what it is compared with come by turns, as many times as the table says, and a ratio is that of the
median time: p99 to that of the seconds before and after; and from 5 s after to the seconds before. bare, bare-flood, bare-slow: the same requests to a bare node:http server
instead of the node, beside one connection that inserts batches of events on its core, beside the same flood, all of which it takes, and beside the same slow connections,
of which it ends none: what the same ratios are for who does nothing else.
PostgreSQL's write-ahead log has its files beforehand, as on a node that has run for an hour.
What a profile puts beside choose was there before it was rated, until its code had been compiled.
Unsent found none of a stream's 1,000 connections free. Late is by how much requests were sent later than
they arrived (p99), since the client had not been given its core: part of the other times, but not of the node's.
Figures are the medians of ${rows.length / byProfile.size} rounds; in brackets those of each.

${[table.join('\n'), notes.join('\n')].join('\n\n').trimEnd()}
`;
}

function cellsOf(rounds: readonly Row[]): string[] {
  return columns.map(([, of, show, ofEach]) => {
    const values = rounds.map(of);
    const middle = show(median(values));
    return ofEach && rounds.length > 1 ? `${middle} (${values.map(show).join(', ')})` : middle;
  });
}
