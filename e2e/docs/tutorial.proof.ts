// The tutorial is true: a reader in a folder of their own does what it says, with a real browser.
//   clicks: ADDRESS        a visitor opens the page there, and clicks on each of these
//   live                   the console's Live page has rows with each of these
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildSdk } from '../../scripts/sdk/build.ts';
import { openBrowser, skip, type Window } from '../console/browser.ts';
import { makeFolder, projectRoot, type Running, startAttune } from '../support/attune.ts';
import { freePort } from '../support/free-port.ts';
import { type Block, blocksOf } from './blocks.ts';
import { type Reader, runPage } from './run-block.ts';

const path = 'docs/tutorial/integrate-your-site.md';
const printedShop = 'http://localhost:3000';
const text = await readFile(join(projectRoot, path), 'utf8');
const shopUrl = `http://localhost:${await freePort()}`;
const blocks = blocksOf(text.replaceAll(printedShop, shopUrl));
const newWindow = skip ? undefined! : await openBrowser();
const home = await makeFolder('tutorial');
const programs: NonNullable<Reader['programs']> = [];
let server: Running | undefined;
let reader: Reader;
let visitor: Omit<Window, 'open'>;
let live: Page;

/** The reader's checkout is `attune` in a folder that has what they would install with npm. */
before(async () => {
  if (skip) return;
  await mkdir(join(home, 'node_modules'));
  for (const name of ['react', 'react-dom']) {
    await symlink(join(projectRoot, 'node_modules', name), join(home, 'node_modules', name));
  }
  const folder = join(home, 'attune');
  buildSdk(join(folder, 'packages/sdk/dist'));
  const env = { DATA_DIR: join(folder, 'data') };
  server = await startAttune('start', env);
  const { port } = new URL(server.url);
  const url = `http://localhost:${port}`;
  reader = { url, env: { ...env, PORT: port }, folder, answer: '', programs };
  visitor = await newWindow();
  live = (await newWindow()).page;
});

after(async () => {
  for (const program of programs) program.kill();
  if (server) assert.equal(await server.stop(), 0);
  await rm(home, { recursive: true, force: true });
});

test(`${path} does what it prints`, { skip }, async () => {
  for (const block of blocks) {
    const [kind, address = ''] = block.marker.split(': ');
    const names = block.text.split('\n');
    if (kind === 'clicks') await click(names, address);
    else if (kind === 'live') await seeLive(names);
    else await runPage(path, [block], reader);
    if (isInvitation(block)) await openLive();
  }
  assert.deepEqual(visitor.faults, []);
  const exposed = [...reader.answer.matchAll(/exposed: (\d)/g)].map(([, count]) => count);
  assert.deepEqual(exposed.sort(), ['0', '1'], reader.answer);
});

const isInvitation = ({ text }: Block) => text.includes('attune teammate add');

/** Accepts the invitation that was printed. */
async function openLive(): Promise<void> {
  const [link] = /http\S+invitation\S+/.exec(reader.answer) ?? [];
  await live.goto(link!);
  await live.getByLabel('Your name').fill('Ann');
  await live.getByLabel('Choose a password').fill('correct horse battery');
  await live.getByRole('button', { name: /accept|join|create|become/i }).click();
  await live.getByRole('link', { name: 'Live', exact: true }).click();
  await live.getByText('Waiting for requests').waitFor();
}

async function seeLive(rows: readonly string[]): Promise<void> {
  for (const row of rows) await live.getByRole('row').filter({ hasText: row }).first().waitFor();
}

async function click(names: readonly string[], address: string): Promise<void> {
  const { page } = visitor;
  await page.goto(address);
  for (const name of names) await page.getByText(name, { exact: true }).first().click();
}
