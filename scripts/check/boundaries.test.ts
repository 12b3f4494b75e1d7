// The import rules on a small project that breaks each of them, and a report that read nothing.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { reportOn, violationsIn } from './boundaries.ts';

const server = 'packages/server/src';
const feeds = `${server}/features/catalog/feeds`;
const core = 'packages/core/src';

/** By rule: files, each with what it imports and may not. */
const forbidden: Record<string, readonly (readonly [string, string])[]> = {
  'core-is-pure': [
    [`${core}/clock.ts`, 'node:fs'],
    [`${core}/wire.ts`, 'packages/contract/src/index.ts'],
  ],
  'contract-stands-alone': [['packages/contract/src/api.ts', 'node:crypto']],
  'sdk-is-thin': [['packages/sdk/src/fast.ts', 'fastify']],
  'embedded-postgres-stands-alone': [
    ['packages/embedded-postgres/src/start.ts', 'packages/contract/src/index.ts'],
  ],
  'byte-cache-stands-alone': [['packages/byte-cache/src/cache.ts', `${core}/index.ts`]],
  'packages-meet-at-the-front-door': [
    [`${server}/db/location.ts`, 'packages/embedded-postgres/src/claim.ts'],
    [`${feeds}/memory.ts`, 'packages/byte-cache/src/packed-bytes.ts'],
  ],
  'console-is-a-client': [['packages/console/pages/feeds.ts', `${server}/context.ts`]],
  'features-meet-at-the-front-door': [
    [`${server}/features/serving/choose/choose.ts`, `${feeds}/change.ts`],
  ],
  'catalog-imports-downward': [[`${feeds}/uses.ts`, `${server}/features/serving/choose/index.ts`]],
  'features-are-in-an-area': [[`${server}/features/alone/index.ts`, `${server}/context.ts`]],
  'composition-uses-front-doors': [
    [`${server}/cli/push.ts`, `${feeds}/change.ts`],
    [`${server}/demo/shop.ts`, `${feeds}/change.ts`],
    [`${server}/node.ts`, `${feeds}/change.ts`],
  ],
  'http-only-in-routes': [[`${feeds}/upload.ts`, `${server}/http/route.ts`]],
  'sql-only-in-stores': [
    [`${feeds}/changes/change.ts`, `${server}/db/pool.ts`],
    [`${feeds}/lanes.ts`, 'kysely'],
  ],
  'plumbing-knows-no-feature': [[`${server}/db/migrate.ts`, `${feeds}/index.ts`]],
  'tests-are-not-used': [[`${server}/config.ts`, `${server}/testing.ts`]],
  'imports-resolve': [[`${server}/jobs.ts`, './nowhere.ts']],
  'no-cycles': [[`${core}/a.ts`, `${core}/b.ts`]],
};

/** What the design allows, and the way back of the cycle, which is reported once. */
const allowed: readonly (readonly [string, string])[] = [
  [`${feeds}/routes.ts`, `${server}/http/route.ts`],
  [`${feeds}/changes/store.ts`, `${server}/db/pool.ts`],
  [`${server}/features/events/collect/events.ts`, `${feeds}/index.ts`],
  [`${server}/cli/feeds.ts`, `${feeds}/index.ts`],
  [`${server}/app.ts`, `${server}/http/server.ts`],
  [`${feeds}/feeds.test.ts`, `${server}/testing.ts`],
  [`${server}/db/start.ts`, 'packages/embedded-postgres/src/index.ts'],
  ['packages/sdk/src/client.ts', 'packages/contract/src/index.ts'],
  [`${core}/b.ts`, `${core}/a.ts`],
];

test('every import rule is kept, and nothing else is forbidden', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'attune-boundaries-'));
  t.after(() => rm(root, { recursive: true }));
  await makeProject(root);
  const dead = `${core}/dead.ts`;
  await write(root, dead, 'export {};\n');
  const wanted = Object.entries(forbidden).flatMap(([rule, imports]) =>
    imports.map(([from]) => `${rule}: ${from}`),
  );
  const report = await reportOn(['packages'], root);
  const lines = (violationsIn(report, 0) ?? '').split('\n');
  const found = lines.map((line) => line.split(' → ')[0]);
  assert.deepEqual(found.sort(), [...wanted, `no-dead-files: ${dead}`].sort());
  assert.match(violationsIn(report, 1000) ?? '', /Only \d+ modules of packages\/ were read/);
});

/** A project with all these imports. A type counts as much as a value, except of the database. */
async function makeProject(root: string): Promise<void> {
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await write(root, 'tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
  const imports = [...Object.values(forbidden).flat(), ...allowed];
  const isProjects = (path: string) => path.startsWith('packages/');
  const targets = imports.map(([, to]) => to).filter(isProjects);
  for (const path of targets) await write(root, path, 'export type Known = 1;\n');
  for (const [from, to] of imports) {
    const target = isProjects(to) ? `${'../'.repeat(from.split('/').length - 1)}${to}` : to;
    const kind = from === `${core}/b.ts` ? `import type { Known } from` : 'import';
    await write(root, from, `${kind} '${target}';\nexport type Own = 1;\n`);
  }
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
