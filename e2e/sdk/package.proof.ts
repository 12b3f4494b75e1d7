// The client as it is installed: packed, in an empty folder, without a network.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { experienceServer } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { buildSdk } from '../../scripts/sdk/build.ts';
import { makeFolder, projectRoot } from '../support/attune.ts';
import * as samples from './samples.ts';

const run = promisify(execFile);
/** The Node that the machine has by itself, beside the one that runs this. */
const nodes = [process.execPath, ...['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)];
/** Of what a page loads, with gzip. */
const browserBytesMax = 10 * 1024;

describe('the client, installed', () => {
  let folder: string;
  const installed = () => join(folder, 'node_modules/@attune/sdk');

  before(async () => {
    folder = await makeFolder('sdk');
    buildSdk(join(folder, 'dist'));
    const { stdout } = await run('npm', ['pack', './dist', '--json'], { cwd: folder });
    const [{ filename }] = JSON.parse(stdout);
    await rm(join(folder, 'dist'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }');
    await run('npm', ['install', filename, '--offline'], { cwd: folder });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('it brings no package with it, and nothing that needs one', () => {
    const names = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder });
    assert.deepEqual(names, ['node_modules/@attune/sdk/package.json']);
    const code = globSync('**/*.{js,ts}', { cwd: installed() });
    assert.ok(code.length > 50);
    const foreign = code.flatMap((path) => {
      const text = readFileSync(join(installed(), path), 'utf8');
      const imports = text.matchAll(/(?:\bfrom |\bimport\(|\brequire\()['"]([^'".][^'"]*)/g);
      return [...imports].map(([, name]) => `${path} ${name}`);
    });
    assert.deepEqual(
      foreign.filter((one) => !/^(esm|cjs)\/react[.](js|d[.]ts) react$/.test(one)),
      [],
    );
  });

  test('it runs as ESM and as CommonJS, on the Node of the machine and on ours', async () => {
    const server = await experienceServer();
    try {
      await server.publish({ selector: 'hero' });
      const key = await server.test.key(['serve', 'collect']);
      await writeFile(join(folder, 'sample.mjs'), samples.esm);
      await writeFile(join(folder, 'sample.cjs'), samples.cjs);
      for (const node of nodes) {
        for (const sample of ['sample.mjs', 'sample.cjs']) {
          const env = { ATTUNE_URL: `${server.url}/`, ATTUNE_KEY: key };
          const { stdout } = await run(node, [sample], { cwd: folder, env });
          assert.deepEqual(JSON.parse(stdout), { hero: 'hello', sent: {}, status: 0, cookies: 2 });
        }
      }
    } finally {
      await server.close();
    }
  });

  for (const [setting, options] of Object.entries(samples.settings)) {
    test(`strict TypeScript compiles a program with it: ${setting}`, async () => {
      const place = join(folder, setting);
      await mkdir(place);
      const { type, ...compilerOptions } = options;
      await writeFile(join(place, 'package.json'), JSON.stringify({ type }));
      await writeFile(join(place, 'sample.ts'), samples.typescript);
      await writeFile(join(place, 'wrong.ts'), samples.wrong);
      const strict = { ...samples.strict, ...compilerOptions };
      await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict }));
      await types(folder);
      const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
      await run(process.execPath, [tsc, '-p', place], { cwd: place }).catch(({ stdout }) =>
        assert.fail(stdout),
      );
    });
  }

  test('descriptions of the contract are there for editors', () => {
    const text = readFileSync(join(installed(), 'esm/contract.d.ts'), 'utf8');
    assert.match(text, /\/\*\* Selector names of campaigns[.] \*\/\n\s+readonly names\?:/);
    assert.doesNotMatch(text, /\bStatic\b|typebox|TObject/);
  });

  test('a page loads at most 10 KB of it, from a script tag or bundled', async () => {
    const script = readFileSync(join(projectRoot, 'packages/console/dist/sdk.js'));
    assert.ok(script.includes('createVisitor'));
    const entry = join(folder, 'page.js');
    await writeFile(entry, "export { createVisitor } from '@attune/sdk';");
    const bundle = await rolldown({ input: entry, platform: 'browser' });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    for (const code of [script, output[0].code]) {
      const bytes = gzipSync(code).length;
      assert.ok(bytes <= browserBytesMax, `${bytes} bytes`);
    }
  });
});

/** The types of Node and React, which a program has beside it. */
async function types(folder: string): Promise<void> {
  for (const name of ['@types/node', '@types/react', 'undici-types', 'csstype']) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(projectRoot, 'node_modules', name), path);
  }
}
