// The rules of .dependency-cruiser.cjs, and that there was something to hold them against.
import { join } from 'node:path';
import { projectRoot } from '../project.ts';
import { type Finding, run } from './run-tool.ts';

/** A TypeScript that dependency-cruiser cannot read makes it find nothing, and nothing wrong. */
const fewestModules = 150;
const places = ['packages', 'scripts', 'bench', 'e2e'];

/** The part of dependency-cruiser's JSON report that is read. */
export interface Report {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly Violation[];
  };
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly cycle?: readonly { readonly name: string }[];
}

/** Holds the imports of the whole project against the rules. */
export async function boundaries(): Promise<Finding> {
  return violationsIn(await reportOn(places, projectRoot), fewestModules);
}

/** Reads the imports below some folders of a root. Throws what the tool printed when it failed. */
export async function reportOn(folders: readonly string[], root: string): Promise<Report> {
  const config = join(projectRoot, '.dependency-cruiser.cjs');
  const args = ['--config', config, '--output-type', 'json', ...folders];
  const { out, err } = await run('depcruise', args, root);
  if (!out.startsWith('{')) throw new Error(`dependency-cruiser failed: ${out}${err}`);
  return JSON.parse(out);
}

/** What a report says is wrong: broken rules, a line each, or too few modules read. */
export function violationsIn({ modules, summary }: Report, fewest: number): Finding {
  const read = modules.filter(({ source }) => /^packages\/.*[.]tsx?$/.test(source)).length;
  if (read < fewest) return `Only ${read} modules of packages/ were read, so nothing was checked.`;
  const lines = summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
    return from === to ? `${rule.name}: ${from}` : `${rule.name}: ${from} → ${path}`;
  });
  return lines.length === 0 ? undefined : [...new Set(lines)].join('\n');
}
