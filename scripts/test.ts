// `npm test [path or pattern ...]`: every test that this machine can run, by `node --test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '../packages/server/src/cli/console-build.ts';
import { pack } from './pack.ts';
import { projectRoot } from './project.ts';
import { endLeftovers, openRunFolder } from './test/leftovers.ts';
import { testFiles } from './test/select.ts';
import { shareProcesses } from './test/shared.ts';

/** More files at once would ask one PostgreSQL for more connections than it takes. */
const mostAtOnce = 4;
/** Of a process. The longest takes a minute or two on two idle cores; a busy machine is slower. */
const mostMs = 600_000;

const files = testFiles(process.argv.slice(2));
if (files.length === 0) {
  console.error('No test file has such a path. Try: npm test -- core/src/affinity');
  process.exit(1);
}
const folder = openRunFolder();
const { entries, remove } = shareProcesses(files);
process.on('exit', () => {
  remove();
  folder.remove();
});
// Once, before many servers are started at the same time.
if (files.some((file) => file.startsWith('e2e/'))) {
  await buildConsole({ say: console.log });
  await pack();
}
const own = (name: string) => join(import.meta.dirname, 'test', name);
const options = [
  ...['--test', `--test-global-setup=${own('setup.ts')}`, `--test-reporter=${own('reporter.ts')}`],
  ...['--test-reporter-destination=stdout', `--test-timeout=${mostMs}`],
  `--test-concurrency=${Math.min(availableParallelism(), mostAtOnce)}`,
];
// Half of what a process needs to start goes into stripping and compiling the same modules.
const cache = process.env['NODE_COMPILE_CACHE'] ?? join(projectRoot, 'node_modules/.cache');
const runner = spawn(process.execPath, [...options, ...entries], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, TMPDIR: folder.path, NODE_COMPILE_CACHE: cache },
});
// The runner ends first, also at Ctrl-C, and what is left running is ended after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => runner.kill(signal));
}
const [code] = await once(runner, 'exit');
const left = endLeftovers(folder.path);
if (left.length > 0) console.error(`Left running by tests, and ended:\n  ${left.join('\n  ')}`);
process.exitCode = code === 0 && left.length === 0 ? 0 : 1;
