// The guides are true: what they print is run as printed, by a reader who did what the README says.
import assert from 'node:assert/strict';
import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { eventually } from '../../packages/server/src/testing.ts';
import { ownFiles } from '../../scripts/project.ts';
import { makeFolder, projectRoot, type Running, startAttune } from '../support/attune.ts';
import { blocksOf } from './blocks.ts';
import { type Reader, runPage } from './run-block.ts';

const blocksAt = async (path: string) => blocksOf(await readFile(join(projectRoot, path), 'utf8'));
const pages = ownFiles().filter((path) => /^docs\/[\w/-]+\.md$/.test(path));
let reader: Reader;
let server: Running;

before(async () => {
  const folder = await makeFolder('guides');
  await symlink(join(projectRoot, 'docs'), join(folder, 'docs'));
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  server = await startAttune('start', env);
  const key = await eventually(async () => /svc_s_\w+/.exec(server.said())?.[0]);
  reader = { url: server.url, env: { ...env, KEY: key ?? '' }, folder, answer: '' };
  await runPage('README.md', await blocksAt('README.md'), reader);
});

after(async () => {
  assert.equal(await server?.stop(), 0);
  await rm(reader.folder, { recursive: true, force: true });
});

for (const page of pages.filter((path) => path.startsWith('docs/guides/'))) {
  test(`${page} does what it prints`, async () => {
    await runPage(page, await blocksAt(page), reader);
  });
}

// Pages of reference show shapes as well: of those, what is marked is run.
for (const page of pages.filter((path) => /^docs\/(reference|explanation)\//.test(path))) {
  test(`what ${page} marks is true`, async () => {
    const marked = (await blocksAt(page)).filter(({ marker }) => marker !== '');
    await runPage(page, marked, reader);
  });
}
