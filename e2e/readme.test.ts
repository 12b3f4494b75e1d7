// The README is true: what it prints is run as printed, against a server started as it says.
import assert from 'node:assert/strict';
import { readFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../packages/server/src/testing.ts';
import { blocksOf } from './docs/blocks.ts';
import { type Reader, runPage, shell } from './docs/run-block.ts';
import { makeFolder, projectRoot, type Running, startAttune } from './support/attune.ts';

const textOf = (path: string) => readFile(resolve(projectRoot, path), 'utf8');
const readme = await textOf('README.md');

describe('the README', () => {
  let reader: Reader;
  let server: Running;
  const printed = new Map<string, string>();

  before(async () => {
    const folder = await makeFolder('readme');
    await symlink(resolve(projectRoot, 'docs'), join(folder, 'docs'));
    const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
    server = await startAttune('start', env);
    const key = await eventually(async () => /svc_s_\w+/.exec(server.said())?.[0]);
    reader = { url: server.url, env: { ...env, KEY: key ?? '' }, folder, answer: '' };
    for (const block of blocksOf(readme)) {
      await runPage('README.md', [block], reader);
      printed.set(block.text, reader.answer);
    }
  });

  after(async () => {
    assert.equal(await server?.stop(), 0);
    await rm(reader.folder, { recursive: true, force: true });
  });

  const answersOf = (part: string): string[] =>
    [...printed].filter(([block]) => block.includes(part)).map(([, text]) => text);

  test('the README has exactly the two set-up commands', () => {
    const commands = blocksOf(readme).flatMap(({ text }) => text.match(/^npm .*$/gm) ?? []);
    assert.deepEqual(commands, ['npm ci && npm start', 'npm ci && npm test']);
  });

  test('two demo visitors get different answers', () => {
    const [one, two] = answersOf('/serve/user/choose').map(
      (text) => JSON.parse(text).choices[0].variations[0].payload.data.headline,
    );
    assert.ok(one && two);
    assert.notEqual(one, two);
  });

  test('the explanation says which condition held', () => {
    const [text = ''] = answersOf('"explain": true');
    const { explanation } = JSON.parse(text).choices[0];
    assert.equal(explanation.experiences[0].outcome, 'matched');
    assert.match(explanation.decision.reason, /^(allocated|assigned)$/);
  });

  test("a visitor's profile is ranked", () => {
    const [known = ''] = answersOf('cuid=visitor-001');
    assert.equal(JSON.parse(known).affinity.color.red, 1);
  });

  test('an event is reported, and the new person has a profile', async () => {
    const [reported = ''] = answersOf('/collect/user/event');
    assert.match(reported, /^HTTP\/1.1 204/);
    const [block = ''] = [...printed.keys()].filter((each) => each.includes('cuid=ada'));
    const script = block.replaceAll('http://localhost:8080', server.url);
    const color = await eventually(async () => {
      const answer = JSON.parse(await shell(script, reader));
      return answer.affinity?.color;
    });
    assert.deepEqual(Object.keys(color).sort(), ['red', 'teal']);
  });

  test('an item is changed and read back', () => {
    const [changed = ''] = answersOf('-X PUT');
    assert.deepEqual(JSON.parse(changed).data.accepted, 1);
    const [item = ''] = answersOf('/items/mug-1');
    assert.equal(JSON.parse(item).price, 9.5);
  });

  test('the key says what it is', () => {
    const [text = ''] = answersOf('/v2/keys/self');
    assert.deepEqual([JSON.parse(text).source, JSON.parse(text).site], ['Server-side', 'demo']);
  });

  test('the commands do what they say', () => {
    const [text = ''] = answersOf('npx attune keys list');
    for (const part of [/svc_c_\w{36}/, /Web shop/, /RANK/, /"home-hero"/, /ok\s+database/]) {
      assert.match(text, part);
    }
  });

  test('npx finds the command', async () => {
    const script = `cd '${projectRoot}'; unset -f npx; npx attune keys list --site demo`;
    assert.match(await shell(script, reader), /Web shop/);
  });

  test('every metric is on its page', async () => {
    const text = await textOf('docs/reference/metrics.md');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const names = [...metrics.matchAll(/^# TYPE (attune_\w+)/gm)];
    const missing = names.map(([, name = '']) => name).filter((name) => !text.includes(name));
    assert.deepEqual(missing, []);
  });
});
