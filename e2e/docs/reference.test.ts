// The tables of the pages of reference are those that the code gives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { referencePages } from '../../scripts/check/reference.ts';
import { projectRoot } from '../../scripts/project.ts';
import { commandsOfAttune } from '../../scripts/reference/commands.ts';
import { tables } from '../../scripts/reference/tables.ts';

test('every table of the reference is on a page, as the code has it', async () => {
  const pages = await referencePages();
  for (const { path, text, wanted } of pages)
    assert.ok(text === wanted, `${path}: npm run reference`);
  for (const name of Object.keys(tables)) {
    const isThere = pages.some(({ text }) => text.includes(`<!-- generated: ${name}`));
    assert.ok(isThere, name);
  }
});

test('every command is on its page', async () => {
  const page = readFileSync(join(projectRoot, 'docs/reference/cli.md'), 'utf8');
  const commands = await commandsOfAttune();
  assert.deepEqual(
    commands.filter(({ line }) => !page.includes(`| \`${line}\` |`)),
    [],
  );
});
