// A process that builds one model of synthetic events and says what it took; run by size.ts.

import { readFileSync } from 'node:fs';
import { encodeModel, type LearningMethod, startBuild } from '@attune/core';
import { type Shape, syntheticBlocks } from './synthetic.ts';

/** What it prints, as JSON. */
export interface Built {
  readonly events: number;
  readonly items: number;
  readonly units: number;
  readonly pairs: number;
  readonly modelBytes: number;
  /** Making up the events is not in it. */
  readonly seconds: number;
  readonly peakBytes: number;
}

const { shape, method } = JSON.parse(process.argv[2]!) as { shape: Shape; method: LearningMethod };
const builder = startBuild(method, { now: (20_000 + shape.days - 1) * 86_400_000 });
let milliseconds = 0;
const measure = <Result>(work: () => Result): Result => {
  const began = performance.now();
  const result = work();
  milliseconds += performance.now() - began;
  return result;
};
for (const block of syntheticBlocks(shape)) measure(() => builder.add(block));
const { model, counted } = measure(() => builder.finish());
const bytes = measure(() => encodeModel(model));
const status = readFileSync('/proc/self/status', 'utf8');
const built: Built = {
  events: counted.events,
  items: counted.items,
  units: counted.units,
  pairs: model.kind === 'neighbours' ? model.neighbours.length : 0,
  modelBytes: bytes.length,
  seconds: milliseconds / 1_000,
  peakBytes: Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) * 1_024,
};
console.log(JSON.stringify(built));
