// The figures as a page that is committed.
import type { Summary } from './plan.ts';

export interface Row {
  readonly profile: string;
  /** Choose's own rate beside what the profile brings, against the rated one. */
  readonly base: number;
  readonly before: Summary;
  readonly during: Summary;
  /** From 5 s after. */
  readonly back: Summary;
  readonly memory: { readonly before: number; readonly most: number };
  readonly others?: string;
}

interface Report {
  readonly machine: string;
  /** What it answers in a second when a few connections ask without a pause. */
  readonly most: number;
  readonly rated: number;
  /** Of what it answers at most: those that were tried, the largest first. */
  readonly shares: readonly number[];
  readonly rows: readonly Row[];
}

const whole = (value: number) => String(Math.round(value));
const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : '-');
const mebibytes = (bytes: number) => whole(bytes / 1024 ** 2);
const percent = (value: number) => `${(100 * value).toFixed(0)} %`;

export function reportOf({ machine, most, rated, shares, rows }: Report): string {
  const head = [
    ...['profile', 'arrivals/s', 'goodput/s', 'of the rate', 'shed/s', 'unsent/s', 'failed/s'],
    ...['p50', 'p99 before', 'during', 'ratio', '5 s after', 'p99.9 before', 'during', 'shed p99'],
    ...['late before', 'late', 'MiB before', 'most'],
  ];
  const lines = rows.map(({ profile, base, before, during, back, memory }) => {
    const { arrivals, good, shed, unsent, failed } = during.perSecond;
    return [
      ...[profile, whole(arrivals), whole(good), percent(good / (base * rated)), whole(shed)],
      ...[whole(unsent), whole(failed), ms(during.p50Ms), ms(before.p99Ms), ms(during.p99Ms)],
      ...[(during.p99Ms / before.p99Ms).toFixed(2), ms(back.p99Ms)],
      ...[ms(before.p999Ms), ms(during.p999Ms), ms(during.shedP99Ms)],
      ...[ms(before.delayP99Ms), ms(during.delayP99Ms)],
      ...[mebibytes(memory.before), mebibytes(memory.most)],
    ];
  });
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const notes = rows.flatMap(({ profile, others }) => (others ? [`- ${profile}: ${others}.`] : []));
  return `# What a node answers under overload

Made by \`node bench/overload.ts\`: ${machine}. The node and PostgreSQL on one core, those who ask on
the other. Rated at ${whole(rated)} choose a second, ${percent(rated / most)} of what it answers when saturated: of ${shares.map(percent).join(', ')}
the largest at which 99 of 100 arrivals were answered, and 99 of 100 answers took 10 ms at most.
Milliseconds are choose's, from arrival to a good answer; a p99 is that of the median second, a p99.9 that of all. 2x, 5x, 10x: choose arrives at so many times
the rated rate. flood: choose at half of it, and twice as many requests with ten events each.
feed, slow: choose at half of it, and a million items uploaded, or 5,000 connections that hardly move.
Unsent found none of a stream's 1,000 connections free. Late is by how much requests were sent later than
they arrived (p99), since whoever asks had not been given their core: part of the other times, and no part of the node's.

${table.join('\n')}

${notes.join('\n')}
`
    .trimEnd()
    .concat('\n');
}
