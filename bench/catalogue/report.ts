// The figures of feeds in memory, as a page.
import { machineName } from '../support/machine.ts';
import type { ServedFigures } from './served.ts';

export interface Figures {
  readonly items: number;
  readonly columns: number;
  /** Processor time. */
  readonly buildMs: number;
  readonly settleMs: number;
  /** 99 % of the steps of settling took less, by the clock. */
  readonly stepMs: number;
  readonly rawBytes: number;
  readonly jsonBytes: number;
  readonly memory: number;
  /** What the catalogue itself says. */
  readonly reckoned: number;
  /** 100 items. */
  readonly changeMs: number;
  /** Microseconds. */
  readonly questions: Readonly<Record<Question, number>>;
  readonly afterChanges: Readonly<Record<Question, number>>;
}

const questions = {
  rowOf: 'row of a sku',
  itemText: 'an item as JSON, all columns',
  fiveFields: 'five columns of it',
  localised: 'five columns of it in a locale',
  threeFilters: 'three filters on a row: in stock, category, price',
  rowsOfBrand: 'rows of a brand',
  rowsOfGroup: 'rows of a group',
  countInStock: 'how many are in stock, at most',
} as const;
export type Question = keyof typeof questions;

/** What real servers showed of a partial update, and of recommending. */
export interface ServerFigures extends ServedFigures {
  readonly items: number;
  readonly changed: number;
  readonly loadSeconds: number;
  /** Until the request was answered, and from there until another node's choose showed it; ms. */
  readonly answeredMs: number;
  readonly seenMs: number;
  readonly slowestMs: number;
}

export function reportOf(figures: readonly Figures[], servers: readonly ServerFigures[]): string {
  const line = (name: string, of: (one: Figures) => string) =>
    `| ${name} | ${figures.map(of).join(' | ')} |`;
  const micros = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return `# Feeds in memory

\`npm run bench -- catalogue\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.

Items of ${figures[0]?.columns} columns. To build and to index is processor time of the thread that does it, all
else medians of short rounds by the clock; other work on the machine makes both larger, not smaller. **Raw bytes** are what the cells say: text as UTF-8, numbers as JSON writes them,
\`true\` and \`false\`, lists joined by a character; without names, quotes, escapes and separators. **Memory** is what heap and
ArrayBuffers grew by together from before the first item until all was indexed, garbage collected.

${[
  line('items', ({ items }) => items.toLocaleString('en')),
  `| --- |${' --- |'.repeat(figures.length)}`,
  line('build, us an item', ({ buildMs, items }) => ((1_000 * buildMs) / items).toFixed(1)),
  line('index, us an item', ({ settleMs, items }) => ((1_000 * settleMs) / items).toFixed(1)),
  line('99 % of its steps are shorter than', ({ stepMs }) => `${stepMs.toFixed(1)} ms`),
  line('raw bytes', ({ rawBytes }) => mb(rawBytes)),
  line('JSON as stored', ({ jsonBytes }) => mb(jsonBytes)),
  line('memory', ({ memory }) => mb(memory)),
  line('**memory / raw bytes** (wanted: 1.5 at most)', (one) => ratio(one.memory, one.rawBytes)),
  line('memory as the feed itself reckons it', ({ reckoned }) => mb(reckoned)),
  line('**a change of 100 items**', ({ changeMs }) => `${changeMs.toFixed(2)} ms`),
].join('\n')}

Questions, us each; after the stroke when 2,100 items have changed since the feed was put in order.

${[
  line('items', ({ items }) => items.toLocaleString('en')),
  `| --- |${' --- |'.repeat(figures.length)}`,
  ...Object.entries(questions).map(([key, name]) =>
    line(name, (one) => {
      const question = key as Question;
      return `${micros(one.questions[question])} / ${micros(one.afterChanges[question])}`;
    }),
  ),
].join('\n')}
${servers.length > 0 ? serversText(servers) : ''}`;
}

const ratio = (one: number, other: number) => `**${(one / other).toFixed(2)}**`;

function serversText(servers: readonly ServerFigures[]): string {
  const line = (name: string, of: (one: ServerFigures) => string) =>
    `| ${name} | ${servers.map(of).join(' | ')} |`;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return `
## On real servers

Two nodes (\`attune api\`) and PostgreSQL on one core, the client on the other. A partial update of ${servers[0]!.changed} items is sent to one
node, and choose is asked of the other until it shows the new prices of eight of them: medians of seven. Then choose by a custom
campaign and by one that recommends eight of the newest items, all columns, by three filters (in stock, a price, not in
the cart), in turn for 4 s each: medians of five rounds.

${[
  line('items', ({ items }) => items.toLocaleString('en')),
  `| --- |${' --- |'.repeat(servers.length)}`,
  line('update answered after', (one) => ms(one.answeredMs)),
  line('**shown by the other node after that** (wanted: less than 1,000 ms)', (one) =>
    ms(one.seenMs),
  ),
  line('the slowest of them', (one) => ms(one.slowestMs)),
  line('custom choose, CPU us a request', (one) => one.customMicros.toFixed(1)),
  line('choose that recommends, CPU us a request', (one) => one.recommendedMicros.toFixed(1)),
  line('**how many times the custom one** (wanted: 3 at most)', (one) =>
    ratio(one.recommendedMicros, one.customMicros),
  ),
  line('requests a second, custom = 1', (one) => one.throughput.toFixed(2)),
].join('\n')}
`;
}
