// The benchmark of the shop refuses what it does not know.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../site.ts');

test('npm run bench -- site says which options there are when one is wrong', async () => {
  for (const wrong of [
    ['--rounds', 'many'],
    ['--rat', '50'],
    ['--tree', '/nowhere'],
  ]) {
    const refused = run(process.execPath, [script, ...wrong]);
    await assert.rejects(refused, { code: 2, stderr: /usage: npm run bench -- site/ });
  }
});
