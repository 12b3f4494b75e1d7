// What building models of ten million events takes in time and in memory.

import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import type { LearningMethod } from '@attune/core';
import type { Built } from './build-one.ts';
import type { Shape } from './synthetic.ts';

/** Of 90 days, 10,000,000 views and a fourth as many purchases. */
export const tenMillion: Shape = {
  days: 90,
  eventsPerDay: 139_000,
  users: 1_000_000,
  items: 200_000,
  seed: 6,
};

/** The same days with so many events, and as many users and items for each. */
export function shapeOf(events: number): Shape {
  const share = events / (tenMillion.days * tenMillion.eventsPerDay);
  const scaled = (count: number): number => Math.max(1, Math.round(count * share));
  return {
    ...tenMillion,
    eventsPerDay: scaled(tenMillion.eventsPerDay),
    users: scaled(tenMillion.users),
    items: scaled(tenMillion.items),
  };
}

const near = { window: 90, shrinkage: 10, minimumSupport: 2, neighbours: 50 } as const;

const methods: readonly (readonly [name: string, LearningMethod])[] = [
  [
    'viewed together, cosine',
    { type: 'viewed-together', seed: 'page', scoring: 'cosine', ...near },
  ],
  [
    'viewed together, half-life 30 days',
    { type: 'viewed-together', seed: 'page', scoring: 'cosine', halfLife: 30, ...near },
  ],
  [
    'item-knn, cosine',
    { type: 'collaborative', algorithm: 'item-knn', event: 'view', scoring: 'cosine', ...near },
  ],
  [
    'RP3beta',
    {
      ...{ type: 'collaborative', algorithm: 'rp3beta', event: 'view', window: 90 },
      ...{ alpha: 0.6, beta: 0.4, neighbours: 50 },
    },
  ],
];

/** The bar that the table is held against. */
const barBytes = 2_000_000_000;

/** Builds each model in a process of its own; Markdown, and whether all kept below the bar. */
export function measureSize(shape: Shape): { readonly text: string; readonly isBelow: boolean } {
  const rows = methods.map(([name, method]) => {
    console.error(`building ${name} of ${shape.days * shape.eventsPerDay} events`);
    const program = new URL('build-one.ts', import.meta.url).pathname;
    const asked = JSON.stringify({ shape, method });
    const built = JSON.parse(
      execFileSync(process.execPath, [program, asked], { encoding: 'utf8' }),
    );
    return { name, ...(built as Built) };
  });
  const count = (value: number): string => value.toLocaleString('en-US');
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const head =
    '| model | rows counted | users or sessions | items | neighbours | model | seconds | peak RSS |';
  const lines = rows.map(
    ({ name, events, units, items, pairs, modelBytes, seconds, peakBytes }) =>
      `| ${name} | ${count(events)} | ${count(units)} | ${count(items)} | ${count(pairs)} | ` +
      `${megabytes(modelBytes)} | ${seconds.toFixed(1)} | ${(peakBytes / 1e9).toFixed(2)} GB |`,
  );
  const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`;
  const isBelow = rows.every(({ peakBytes }) => peakBytes < barBytes);
  const text = `${count(shape.days * shape.eventsPerDay)} synthetic events of ${shape.days} days (views and, a fifth, purchases),
${count(shape.users)} users and ${count(shape.items)} items by Zipf's law, seed ${shape.seed}; ${machine}, shared.
Peak RSS is VmHWM of a process of its own, the events made up in it day by day included. The bar is
2 GB: ${isBelow ? 'all are below it' : 'NOT all are below it'}.

${[head, '|---|---|---|---|---|---|---|---|', ...lines].join('\n')}
`;
  return { text, isBelow };
}
