// What the command line of the benchmark of the shop says.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A load of so many pages a second, or half of what the product answers at full load. */
export type Rate = number | 'half';

export interface Options {
  readonly rounds: number;
  /** The most of one measurement. */
  readonly pages: number;
  readonly rates: readonly Rate[];
  /** Checkouts of the product, by absolute paths. */
  readonly trees: readonly string[];
  readonly warmUpSeconds: number;
  /** The file of the report. */
  readonly results: string;
}

export const usage = `usage: npm run bench -- site [options]

  --rounds N      rounds, in each of which everything has its turn (default 3)
  --pages N       pages of a measurement at the most, which also ends after 6 s (default 6000)
  --rate LIST     offered loads in pages a second, or "half" of the full load (default half,50,400)
  --tree DIR      a checkout to measure, with node_modules; give several to compare them by turns
                  (default: this one)
  --warm-up N     seconds of full load before the first round (default 15)
  --results FILE  where the report goes (default bench/results/site.md)
  --help          show this`;

/** Reads the options; 'help' when they ask for it. Throws what is wrong with them. */
export function readOptions(args: readonly string[], root: string): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      pages: { type: 'string', default: '6000' },
      rate: { type: 'string', default: 'half,50,400' },
      tree: { type: 'string', multiple: true, default: [root] },
      'warm-up': { type: 'string', default: '15' },
      results: { type: 'string', default: resolve(root, 'bench/results/site.md') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    rounds: numberOf('--rounds', values.rounds, 1),
    pages: numberOf('--pages', values.pages, 1),
    rates: values.rate.split(',').map((one) => (one === 'half' ? one : numberOf('--rate', one, 1))),
    trees: values.tree.map(checkoutAt),
    warmUpSeconds: numberOf('--warm-up', values['warm-up'], 0),
    results: resolve(values.results),
  };
}

/** Of a checkout, the program that `npm start` runs. */
export const launcherIn = (tree: string) => join(tree, 'packages/server/bin/attune.js');

function checkoutAt(path: string): string {
  const tree = resolve(path);
  for (const needed of [launcherIn(tree), join(tree, 'node_modules')]) {
    if (!existsSync(needed)) throw new Error(`--tree ${path} is no checkout to run: no ${needed}`);
  }
  return tree;
}

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < least) {
    throw new Error(`${name} takes whole numbers from ${least}, not "${text}"`);
  }
  return number;
}
