// `npm test [path or pattern ...]`: every test that this machine can run, on one PostgreSQL.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { buildConsole } from '../packages/server/src/cli/console-build.ts';
import { startTestServer, testServerVariable } from '../packages/server/src/db/testing.ts';
import { pack } from './pack.ts';
import { projectRoot } from './project.ts';
import { describeFailures, type Failure, failureOf } from './test/failures.ts';
import { endLeftovers, openRunFolder } from './test/leftovers.ts';
import { testFiles } from './test/select.ts';
import { describeSkips, type Skip, skipOf } from './test/skips.ts';
import { entriesOf } from './test/together.ts';

/** More files at once would ask one PostgreSQL for more connections than it takes. */
const mostAtOnce = 4;
const atOnce = Math.min(availableParallelism(), mostAtOnce);

const preloaded = ['bound.ts', 'untracked.ts'];

const files = testFiles(process.argv.slice(2));
if (files.length === 0) {
  console.error('No test file has such a path. Try: npm test -- core/src/affinity');
  process.exit(1);
}

// A terminal's Ctrl-C comes twice, once through npm: the second one must not end the tidying up.
const stopped = new Promise<false>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(false));
});
const folder = openRunFolder();
process.on('exit', folder.remove);
// Once, before many servers are started at the same time.
if (files.some((file) => file.includes('/e2e/'))) {
  await buildConsole({ say: console.log });
  await pack();
}
// Each file is a process, half of whose start goes into stripping and compiling the same modules.
process.env['NODE_COMPILE_CACHE'] ??= join(projectRoot, 'node_modules/.cache');
const server = await startTestServer();
process.env[testServerVariable] = server.url;
const passed = await Promise.race([runAll(), stopped]);
// PostgreSQL has an environment of its own, so that those who use ours go before it.
const left = endLeftovers(folder.path, 'environ');
await server.stop();
left.push(...endLeftovers(folder.path, 'cmdline'));
if (left.length > 0) console.error(`Left running by tests, and ended:\n  ${left.join('\n  ')}`);
process.exit(passed && left.length === 0 ? 0 : 1);

/** Runs the files and tells what was skipped. Resolves with whether that is good enough. */
async function runAll(): Promise<boolean> {
  const skips: Skip[] = [];
  const failures: Failure[] = [];
  let result = { success: false, tests: 0 };
  const stream = run({
    files: entriesOf(files, folder.path, atOnce),
    cwd: projectRoot,
    concurrency: atOnce,
    execArgv: preloaded.flatMap((name) => [
      '--import',
      pathToFileURL(`${import.meta.dirname}/test/${name}`).href,
    ]),
  });
  stream.on('test:pass', (event) => skips.push(...skipOf(event)));
  stream.on('test:fail', (event) => failures.push(...failureOf(event)));
  stream.on('test:summary', ({ file, success, counts }) => {
    if (file === undefined) result = { success, tests: counts.tests };
  });
  for await (const text of stream.compose(spec)) process.stdout.write(text);
  console.log(describeSkips(skips));
  if (failures.length > 0) console.error(describeFailures(failures));
  const mayNotSkip = process.env['CI'] === 'true' && skips.length > 0;
  if (mayNotSkip)
    console.error('With CI=true every test runs: what is missing is to be installed.');
  return result.success && result.tests > 0 && !mayNotSkip;
}
