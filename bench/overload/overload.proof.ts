// The short form of `npm run bench -- overload`: what holds on a busy machine, too.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../../e2e/support/attune.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../overload.ts');
const skip = availableParallelism() < 2 && 'product and load need a core each';

test('at three times its load the product answers 200 or 503 alone, in bounded memory', {
  skip,
}, async (t) => {
  const folder = await makeFolder('bench-overload-test');
  t.after(() => rm(folder, { recursive: true, force: true }));
  const results = join(folder, 'overload.md');
  // Rejects with what does not hold.
  await run(process.execPath, [script, '--short', '--results', results]);
});
