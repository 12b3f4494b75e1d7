// The README is true: its commands are run as printed, against a server started as it says.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../packages/server/src/testing.ts';
import {
  type Environment,
  makeFolder,
  projectRoot,
  type Running,
  startAttune,
} from './support/attune.ts';

const readme = await readFile(resolve(projectRoot, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

describe('the README', () => {
  let folder: string;
  let env: Environment;
  let server: Running;
  const printed = new Map<string, string>();

  before(async () => {
    folder = await makeFolder('readme');
    env = { DATA_DIR: join(folder, 'data') };
    server = await startAttune('start', env);
    await eventually(async () => /svc_s_\w+/.test(server.said()));
    const [key = ''] = /svc_s_\w+/.exec(server.said()) ?? [];
    for (const block of blocks) {
      const script = block.replaceAll('http://localhost:8080', server.url);
      printed.set(block, await shell(script, { ...env, KEY: key }));
    }
  });

  after(async () => {
    assert.equal(await server?.stop(), 0);
    await rm(folder, { recursive: true, force: true });
  });

  const answersOf = (part: string): string[] =>
    [...printed].filter(([block]) => block.includes(part)).map(([, text]) => text);

  test('it has exactly the two set-up commands', () => {
    const commands = readme.match(/^ {4}npm .*$/gm)?.map((line) => line.trim());
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
    const [block = ''] = blocks.filter((each) => each.includes('cuid=ada'));
    const key = /svc_s_\w+/.exec(server.said())?.[0] ?? '';
    const script = block.replaceAll('http://localhost:8080', server.url);
    const color = await eventually(async () => {
      const answer = JSON.parse(await shell(script, { ...env, KEY: key }));
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

  test('the mapping that it shows is the file that it names', async () => {
    const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
    const file = resolve(projectRoot, 'docs/examples/google-retail.mapping.json');
    assert.deepEqual(JSON.parse(shown), JSON.parse(await readFile(file, 'utf8')));
  });
});

/** Runs a block as a shell would; rejects when a command of it fails. */
function shell(script: string, env: Environment): Promise<string> {
  const options = { cwd: projectRoot, env: { ...process.env, ...env } };
  return new Promise((done, failed) => {
    execFile('bash', ['-ec', script], options, (error, stdout, stderr) => {
      if (error) failed(new Error(`${script}\n${stdout}\n${stderr}`));
      else done(stdout);
    });
  });
}
