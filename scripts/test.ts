// `npm test [path or pattern ...]`: every test that this machine can run, by `node --test`.
// `npm run proofs [path or pattern ...]`: the long ones.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '../packages/server/src/cli/console-build.ts';
import { pack } from './pack.ts';
import { projectRoot } from './project.ts';
import { endLeftovers, openRunFolder } from './test/leftovers.ts';
import { type Kind, testFiles } from './test/select.ts';
import { shareProcesses } from './test/shared.ts';

/** More files at once would ask one PostgreSQL for more connections than it takes. */
const mostAtOnce = 4;
/** Of a test. The longest takes some minutes on two idle cores; a busy machine is slower. */
const mostMs = 1_200_000;
/** Of a run. The runner waits for ever for a file whose tests left something open. */
const mostRunMs = 45 * 60_000;

const [first = '', ...more] = process.argv.slice(2);
const kind: Kind = first === '--proofs' ? 'proof' : 'test';
const files = testFiles(kind === 'proof' || first === '' ? more : [first, ...more], kind);
if (files.length === 0) {
  console.error(`No ${kind} file has such a path. Try: npm test -- core/src/affinity`);
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
];
// Half of what a process needs to start goes into stripping and compiling the same modules.
const cache = process.env['NODE_COMPILE_CACHE'] ?? join(projectRoot, 'node_modules/.cache');
let runner: ChildProcess | undefined;
// The runner ends first, also at Ctrl-C, and what is left running is ended after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => runner?.kill(signal));
}

async function run(some: readonly string[], atOnce: number): Promise<number | null> {
  if (some.length === 0) return 0;
  runner = spawn(process.execPath, [...options, `--test-concurrency=${atOnce}`, ...some], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder.path, NODE_COMPILE_CACHE: cache },
  });
  const bound = setTimeout(() => {
    console.error(`Ended after ${mostRunMs / 60_000} minutes; what hangs is among what failed.`);
    runner?.kill('SIGTERM');
  }, mostRunMs);
  const [code] = await once(runner, 'exit');
  clearTimeout(bound);
  return code;
}

/** Nodes under load, which promise something within a second, have the machine to themselves. */
const underLoad = /^e2e\/((nodes|failover|upgrade|proxy)\/|processes\.)/;
const needsAll = (entry: string) => kind === 'proof' && underLoad.test(entry);
const codes = [
  await run(entries.filter(needsAll), 1),
  await run(
    entries.filter((entry) => !needsAll(entry)),
    // More than cores: tests also wait, for processes to start and for time to pass.
    Math.min(availableParallelism() + 2, mostAtOnce),
  ),
];
const left = endLeftovers(folder.path);
if (left.length > 0) console.error(`Left running by tests, and ended:\n  ${left.join('\n  ')}`);
process.exitCode = codes.every((code) => code === 0) && left.length === 0 ? 0 : 1;
