// The pages of reference name every setting, command and option that there is.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorCatalogue } from '@attune/contract';
import { settings } from '../../packages/server/src/config.ts';
import { projectRoot } from '../../scripts/project.ts';

const page = (name: string) =>
  readFileSync(join(projectRoot, 'docs/reference', `${name}.md`), 'utf8');

interface Command {
  readonly parent: Command | null;
  readonly commands: readonly Command[];
  readonly options: readonly { readonly flags: string; readonly mandatory: boolean }[];
  readonly name: () => string;
}

test('every setting is on its page, with its default', () => {
  const text = page('settings');
  for (const [name, { fallback }] of Object.entries(settings)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    assert.ok(row, `${name} is not in docs/reference/settings.md`);
    if (name !== 'DATA_DIR' && fallback !== '') assert.ok(row.includes(`| \`${fallback}\` |`), row);
  }
});

test('every error is on its page, with its status', () => {
  const rows = page('errors').split('\n');
  for (const [code, { status }] of Object.entries(errorCatalogue)) {
    const row = rows.find((line) => line.includes(`\`${code}\``));
    assert.ok(
      row?.includes(`| ${status} |`),
      `${code} with ${status} is not in docs/reference/errors.md`,
    );
  }
});

test('every command is on its page, with its options', async () => {
  const rows = page('cli').split('\n');
  for (const command of await commandsOf(join(projectRoot, 'packages/server/src/cli'))) {
    const row = rows.find((line) =>
      line.replace(/ [<[]\w+[\]>]/, '').startsWith(`| \`${command.line}\``),
    );
    assert.ok(row, `${command.line} is not in docs/reference/cli.md`);
    const given =
      row
        .split(' | ')
        .at(-1)
        ?.match(/`--[^`]+`[*]?/g) ?? [];
    assert.deepEqual(given.sort(), command.options.sort(), command.line);
  }
});

async function commandsOf(folder: string) {
  const files = readdirSync(folder).filter((name) => /^[a-z-]+[.]ts$/.test(name));
  const found = new Set<Command>();
  for (const file of [...files, 'bench/index.ts']) {
    for (const value of Object.values(await import(join(folder, file))).flat()) {
      if (isCommand(value)) found.add(value);
    }
  }
  return [...found]
    .filter(({ parent }) => parent === null)
    .flatMap((one) => leavesOf(one, 'attune'));
}

/** By the full line of each: parts of a group are exported as well, and have a parent. */
function leavesOf(command: Command, before: string): { line: string; options: string[] }[] {
  const line = `${before} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => leavesOf(one, line));
  const options = command.options.filter(({ flags }) => flags !== '--json');
  return [{ line, options: options.map((one) => `\`${one.flags}\`${one.mandatory ? '*' : ''}`) }];
}

function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'registeredArguments' in value;
}
