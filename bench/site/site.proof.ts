// The benchmark of the shop runs: a few pages on the product and on the floor, and a report.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../../e2e/support/attune.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../site.ts');
const skip = availableParallelism() < 2 && 'product and visitors need a core each';

suite('npm run bench -- site', { skip }, () => {
  test('reports what a page costs, and keeps the figures of earlier runs', async (t) => {
    const folder = await makeFolder('bench-site-test');
    t.after(() => rm(folder, { recursive: true, force: true }));
    const results = join(folder, 'site.md');
    const earlier = '| 2026-01-01 | abc An earlier commit |';
    await writeFile(results, `# Title\n\n## History\n\n| measured |\n| --- |\n${earlier}\n`);
    const few = ['--rounds', '1', '--pages', '60', '--rate', 'half', '--warm-up', '0'];
    await run(process.execPath, [script, ...few, '--results', results]);
    const report = await readFile(results, 'utf8');
    const [, ratio] = /^\| half of full \|.*\| \*\*([\d.]+)\*\* \|/m.exec(report) ?? [];
    assert.ok(Number(ratio) > 1, report);
    const [, history = ''] = report.split('## History');
    assert.ok(history.includes(earlier), history);
    assert.equal(
      history
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('| 20')).length,
      2,
    );
  });
});
