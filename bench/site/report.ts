// The report of the benchmark of the shop, and the history of its figures that it carries on.
import { median } from '../support/load.ts';
import { connections, type PageCost } from './measure.ts';
import type { Rate } from './options.ts';
import type { LoadRound, TreeRounds } from './rounds.ts';

export interface Reported {
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  /** Commits by checkout, as `hash date subject`. */
  readonly commits: ReadonlyMap<string, string>;
  readonly measured: readonly TreeRounds[];
}

const historyHead = [
  '| measured | commit | rounds | full load: pages/s | us a page | x floor | half load: pages/s | us a page | x floor | p50, p99 ms | 50 pages/s: us a page | x floor | 400 pages/s: us a page | x floor | idle ms/s | machine |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

/** Writes the report; `earlier` is the last one, whose history it carries on. */
export function reportOf(reported: Reported, earlier: string): string {
  const { date, machine, rounds, commits, measured } = reported;
  const sections = measured.map((one) => sectionOf(one, commits.get(one.tree) ?? one.tree));
  const history = [...historyOf(earlier), ...measured.map((one) => historyRow(reported, one))];
  return `# What does a page of a shop cost?

Made by \`npm run bench -- site\` on ${date}: ${machine}. Rounds: ${rounds}.

The product runs as \`npm start\` runs it: API and worker in one process, its embedded PostgreSQL, the
demo shop. All of it is on one core, the visitors are on the other. A visitor asks for six pages. A page
is one choose request for a hero and eight recommended products, which reports the page view as well.
One visitor in ten puts a product in the cart, one in thirty buys.

The cost of a page is the processor time (user and system) of all the product's processes, from the
first request until everything recorded is in the event log and the inbox is empty. It contains what
the product spends without visitors. The floor is a bare \`node:http\` server on the same core. It
parses the same bodies and answers as many bytes as choose, for the same number of pages, and again until two
seconds have passed. "x floor" is the cost divided by that of the
floor under the same load, "x full floor" by that of the floor at full load. Product and floor take turns
in each round. Figures are medians of the rounds; in brackets the least and the most.

At full load ${connections} connections ask without a pause. At the other loads pages arrive at random times and wait
for no answer; p50 and p99 are from when a page was due until its answer was whole. "Late" is by how much
the visitors were late themselves (p99): where it is not far below p99, the machine was busy, and p50 and p99
say little. A run in which a page fails, or the event log lacks a page view, a cart event or a purchase, ends
with an error and writes no report.

${sections.join('\n\n')}
${comparisonOf(measured, commits)}
## History

The figures of all runs, the oldest first. Compare those of one machine only.

${[...historyHead, ...history].join('\n')}
`;
}

function sectionOf(one: TreeRounds, commit: string): string {
  const { idle, full, byRate, unreachable } = one;
  const rows = [
    rowOf('full', full, full),
    ...[...byRate].map(([rate, rounds]) => rowOf(nameOf(rate), rounds, full)),
  ];
  const skipped = unreachable.map(
    (rate) => `${rate} pages/s were not measured: too much for this checkout.\n`,
  );
  return `## ${commit}

| load | pages/s | pages a round | us a page | of it PostgreSQL | x floor | x full floor | floor: us a page | p50 ms | p99 ms | late |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${skipped.join('')}Pages sent in the rounds: ${pagesOf(one)}. Failed: 0. Without visitors the product spends ${spread(idle, (one) => 1000 * one, 1)} ms of processor time a second.`;
}

/** Of all rounds, to the product. */
function pagesOf({ full, byRate }: TreeRounds): number {
  const rounds = [full, ...byRate.values()].flat();
  return rounds.reduce((sum, { product }) => sum + product.pages, 0);
}

function rowOf(name: string, rounds: readonly LoadRound[], full: readonly LoadRound[]): string {
  const middle = (figure: (round: LoadRound) => number) => median(rounds.map(figure));
  const fullFloor = (round: LoadRound) => costOf(full[rounds.indexOf(round)]!.floor);
  const cells = [
    name,
    spread(rounds, ({ product }) => product.perSecond, 0),
    String(rounds[0]!.product.pages),
    spread(rounds, ({ product }) => costOf(product), 0),
    middle(({ product }) => product.postgresMicros).toFixed(0),
    `**${spread(rounds, ratioOf, 1)}**`,
    spread(rounds, (round) => costOf(round.product) / fullFloor(round), 1),
    spread(rounds, ({ floor }) => costOf(floor), 0),
    middle(({ product }) => product.p50Ms).toFixed(1),
    middle(({ product }) => product.p99Ms).toFixed(1),
    middle(({ product }) => product.lateP99Ms).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

const costOf = ({ nodeMicros, postgresMicros }: PageCost) => nodeMicros + postgresMicros;
const ratioOf = ({ product, floor }: LoadRound) => costOf(product) / costOf(floor);
const nameOf = (rate: Rate) => (rate === 'half' ? 'half of full' : `${rate} pages/s`);

/** The median of a figure, and its least and most where there are several. */
function spread<T>(rounds: readonly T[], figure: (round: T) => number, digits: number): string {
  const figures = rounds.map(figure);
  const middle = median(figures).toFixed(digits);
  if (figures.length < 2) return middle;
  return `${middle} (${Math.min(...figures).toFixed(digits)} to ${Math.max(...figures).toFixed(digits)})`;
}

/** Of several checkouts: what a page costs in each against the first, round by round. */
function comparisonOf(
  [first, ...others]: readonly TreeRounds[],
  commits: ReadonlyMap<string, string>,
): string {
  if (!first || others.length === 0) return '';
  const against = (rounds: readonly LoadRound[], base: readonly LoadRound[] | undefined) =>
    base
      ? spread(
          [...rounds.keys()],
          (at) => costOf(rounds[at]!.product) / costOf(base[at]!.product),
          2,
        )
      : '-';
  const rows = others.flatMap((other) =>
    [
      ['full', against(other.full, first.full)] as const,
      ...[...other.byRate].map(
        ([rate, rounds]) => [nameOf(rate), against(rounds, first.byRate.get(rate))] as const,
      ),
    ].map(([load, ratio]) => `| ${commits.get(other.tree)} | ${load} | ${ratio} |`),
  );
  return `
## Compared with the first

What a page costs, divided by what it costs in ${commits.get(first.tree)} in the same round. "Half of full" is
half of what each checkout answers itself.

| commit | load | cost |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function historyRow({ date, machine, rounds, commits }: Reported, one: TreeRounds): string {
  const figures = (of: readonly LoadRound[] | undefined) =>
    of?.length
      ? [
          median(of.map(({ product }) => costOf(product))).toFixed(0),
          median(of.map(ratioOf)).toFixed(1),
        ]
      : ['-', '-'];
  const half = one.byRate.get('half');
  const of = (from: readonly LoadRound[] | undefined, figure: (cost: PageCost) => number) =>
    from?.length ? median(from.map(({ product }) => figure(product))) : Number.NaN;
  const shown = (figure: number, digits: number) =>
    Number.isNaN(figure) ? '-' : figure.toFixed(digits);
  const cells = [
    date,
    (commits.get(one.tree) ?? one.tree).replaceAll('|', '/'),
    String(rounds),
    shown(
      of(one.full, ({ perSecond }) => perSecond),
      0,
    ),
    ...figures(one.full),
    shown(
      of(half, ({ perSecond }) => perSecond),
      0,
    ),
    ...figures(half),
    `${shown(
      of(half, ({ p50Ms }) => p50Ms),
      1,
    )}, ${shown(
      of(half, ({ p99Ms }) => p99Ms),
      1,
    )}`,
    ...figures(one.byRate.get(50)),
    ...figures(one.byRate.get(400)),
    (1000 * median(one.idle)).toFixed(1),
    machine,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The rows of an earlier report's history. */
function historyOf(report: string): string[] {
  const [, history = ''] = report.split('\n## History\n');
  const rows = history.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(historyHead.length);
}
