// `npm run check`: everything that can be checked without running the code, in parallel.
import { boundaries } from './check/boundaries.ts';
import { contractFault } from './check/contract.ts';
import { copy } from './check/copy.ts';
import { privateFields } from './check/private-fields.ts';
import { referenceFault } from './check/reference.ts';
import { type Finding, runTool } from './check/run-tool.ts';
import { tidy } from './check/tidy.ts';
import { vocabulary } from './check/vocabulary.ts';

const tsc = ['--noEmit', '--pretty', 'false', '--incremental'];
/** The types of one tsconfig.json, by its folder. */
const types = (name: string, folder: string) => {
  const cache = `node_modules/.cache/${name}.tsbuildinfo`;
  return () => runTool('tsc', [...tsc, '-p', folder, '--tsBuildInfoFile', cache]);
};

/** Resolves with what is wrong, in the words of the tool; with nothing when all is well. */
const checks: Record<string, () => Promise<Finding>> = {
  types: types('check', '.'),
  'types of the UI': types('console', 'packages/console'),
  'format and lint': () => runTool('biome', ['ci', '--error-on-warnings', '--colors=off']),
  boundaries,
  'dead code': () => runTool('knip', ['--no-progress', '--no-config-hints']),
  contract: async () => contractFault(),
  reference: referenceFault,
  'private fields': privateFields,
  tidy,
  vocabulary,
  'console copy': copy,
};

const startMs = performance.now();
const outcomes = await Promise.all(
  Object.entries(checks).map(([name, check]) => tell(name, check)),
);
const failed = outcomes.filter((isWell) => !isWell).length;
const summary = failed === 0 ? 'All is well' : `${failed} of ${outcomes.length} checks failed`;
console.log(`${summary}, after ${secondsSince(startMs)} s.`);
process.exitCode = failed === 0 ? 0 : 1;

async function tell(name: string, check: () => Promise<Finding>): Promise<boolean> {
  const beganMs = performance.now();
  const finding = await check().catch((error: unknown) => String(error));
  const mark = finding === undefined ? '✔' : '✖';
  console.log(`${mark} ${name.padEnd(16)}${secondsSince(beganMs).padStart(5)} s`);
  if (finding !== undefined) console.log(`${finding.trim()}\n`);
  return finding === undefined;
}

function secondsSince(beganMs: number): string {
  return ((performance.now() - beganMs) / 1000).toFixed(1);
}
