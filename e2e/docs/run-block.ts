// Runs a code block of the docs as a reader would, or checks it as the comment above it says:
//   (none)                 a shell block or a TypeScript program; it must succeed
//   not run: REASON        nothing
//   POST /v2/...           the block is a body that this endpoint takes
//   answer                 what the block before it answered holds all of this
//   take: a.b.0.c          an `export NAME=...`; the value comes from the answer before it
//   save: PATH             a file that later commands use
//   goes on                a program that runs until the page is over
//   from: PATH             the block is part of this file of the project
//   conditions             each line is a condition that the API takes without a warning
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Environment, projectRoot } from '../support/attune.ts';
import type { Block } from './blocks.ts';

export interface Reader {
  /** The address of the server, in place of the one that is printed. */
  readonly url: string;
  readonly env: Record<string, string>;
  /** Where commands run; `docs` is there. A line `cd PATH` of a block leads elsewhere for good. */
  folder: string;
  /** What the block before printed or was answered. */
  answer: string;
  /** Programs that go on: for the test to end. */
  readonly programs?: ChildProcess[];
}

const printedUrl = 'http://localhost:8080';
/** curl ends well whatever the status is, and npx takes longer than the command itself. */
const prelude = `curl() { command curl --fail-with-body "$@"; }
npx() { "${resolve(projectRoot, 'node_modules/.bin')}/$1" "\${@:2}"; }
`;

/** A busy machine needs longer than the seconds that a page sleeps. */
const mostTries = 10;

/** Runs or checks the blocks of a page in order. Rejects with the place of one that fails. */
export async function runPage(page: string, blocks: readonly Block[], reader: Reader) {
  for (const [index, block] of blocks.entries()) {
    const isAnswer = block.marker === 'answer';
    const asked = isAnswer ? blocks[index - 1] : undefined;
    const waits = (asked ?? block).text.startsWith('sleep ');
    for (let left = waits ? mostTries : 1; left > 0; left--) {
      try {
        await runBlock(block, reader);
        break;
      } catch (error) {
        const { message } = error as Error;
        if (left === 1) throw new Error(`${page}:${block.line} ${block.text}\n${message}`);
        if (asked) await runBlock(asked, reader);
      }
    }
  }
}

/** Runs or checks one block. Rejects where it does not do what the page says. */
async function runBlock(block: Block, reader: Reader): Promise<void> {
  const { language, marker } = block;
  const [kind = '', rest = ''] = marker.split(/:? (.*)/s);
  const text = block.text.replaceAll(printedUrl, reader.url);
  if (marker.startsWith('not run: ')) return;
  if (/^(GET|POST|PUT|PATCH|DELETE)$/.test(kind)) {
    const path = rest.replace(/\$(\w+)/g, (_, name) => reader.env[name] ?? '');
    reader.answer = await send(reader, kind, path, text);
  } else if (kind === 'answer') assertHolds(reader.answer, text, language);
  else if (kind === 'take') take(text, rest, reader);
  else if (kind === 'save') await writeFile(join(reader.folder, rest), `${text}\n`);
  else if (kind === 'from') await assertPartOf(rest, text);
  else if (kind === 'conditions') await assertConditions(text, reader);
  else if (kind === 'goes') reader.answer = await startProgram(text, reader);
  else if (marker === '' && language === 'sh') {
    reader.answer = await shell(text, reader);
    const [, path = '.'] = /^cd (\S+)$/m.exec(text) ?? [];
    reader.folder = resolve(reader.folder, path);
  } else if (marker === '' && language === 'ts') reader.answer = await program(text, reader);
  else assert.fail('it cannot be run: say how it is tested, or `<!-- not run: why -->`');
}

/** Runs a block as a shell would; rejects when a command of it fails. */
export function shell(script: string, { env, folder }: Omit<Reader, 'answer'>): Promise<string> {
  return run('bash', ['-euo', 'pipefail', '-c', prelude + script], env, folder);
}

/** Starts a program; resolves with the first that it prints. */
async function startProgram(command: string, { env, folder, programs }: Reader): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const child = spawn('bash', ['-c', `exec ${command}`], options);
  programs?.push(child);
  let complaint = '';
  child.stderr.on('data', (part) => {
    complaint += part;
  });
  const ended = once(child, 'exit').then(([code]) =>
    assert.fail(`ended with ${code} ${complaint}`),
  );
  ended.catch(() => undefined);
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended]);
  return String(printed);
}

function program(code: string, { env }: Reader): Promise<string> {
  return run(process.execPath, ['--input-type=module-typescript', '-e', code], env, projectRoot);
}

function run(command: string, args: string[], env: Environment, cwd: string): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } };
  return new Promise((done, failed) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error) failed(new Error(`ended with ${error.code}\n${stdout}\n${stderr}`));
      else done(stdout);
    });
  });
}

async function send(reader: Reader, method: string, path: string, body: string): Promise<string> {
  JSON.parse(body);
  const headers = { 'svc-api-key': reader.env['KEY'] ?? '', 'content-type': 'application/json' };
  const response = await fetch(reader.url + path, { method, headers, body });
  const answer = await response.text();
  assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${answer}`);
  return answer;
}

function take(text: string, path: string, reader: Reader): void {
  const [, name = ''] = /^export (\w+)=\S+$/.exec(text) ?? [];
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], answerOf(reader));
  assert.ok(name && value !== undefined, `no ${path} for ${text} in ${reader.answer}`);
  reader.env[name] = String(value);
}

function answerOf({ answer }: Reader): unknown {
  return JSON.parse(answer.slice(answer.search(/^[[{]/m)));
}

function assertHolds(answer: string, expected: string, language: string): void {
  if (language === 'json') {
    const given = JSON.parse(answer.slice(answer.search(/^[[{]/m)));
    assert.ok(holds(given, JSON.parse(expected)), `this is not in ${answer}`);
    return;
  }
  for (const line of expected.split('\n')) {
    for (const part of line.split('...')) {
      assert.ok(answer.includes(part.trim()), `"${part.trim()}" is not in ${answer}`);
    }
  }
}

/** Whether a value has all that is expected of it; "..." stands for anything. */
function holds(given: unknown, expected: unknown): boolean {
  if (expected === '...') return given !== undefined;
  if (Array.isArray(expected)) {
    return Array.isArray(given) && expected.every((each, index) => holds(given[index], each));
  }
  if (typeof expected !== 'object' || expected === null) return given === expected;
  if (typeof given !== 'object' || given === null) return false;
  const members = given as Record<string, unknown>;
  return Object.entries(expected).every(([key, value]) => holds(members[key], value));
}

async function assertPartOf(path: string, text: string): Promise<void> {
  const plain = (code: string) => code.replace(/\s+/g, ' ').trim();
  const file = plain(await readFile(resolve(projectRoot, path), 'utf8'));
  assert.ok(file.includes(plain(text)), `this is not in ${path}`);
}

async function assertConditions(text: string, reader: Reader): Promise<void> {
  for (const line of text.split('\n')) {
    const body = JSON.stringify({ condition: JSON.parse(line) });
    const answer = await send(reader, 'POST', '/v2/audiences/estimate', body);
    assert.deepEqual(JSON.parse(answer).warnings ?? [], [], line);
  }
}
