// The commands of `attune`, as the code states them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

/** What is read of a command of the library's. */
interface Stated {
  readonly parent: Stated | null;
  readonly commands: readonly Stated[];
  readonly options: readonly { readonly flags: string; readonly mandatory: boolean }[];
  readonly registeredArguments: readonly {
    readonly name: () => string;
    readonly required: boolean;
  }[];
  readonly name: () => string;
  readonly description: () => string;
}

export interface Command {
  /** `feeds`, of `attune feeds push <file>`. */
  readonly group: string;
  readonly line: string;
  readonly about: string;
  /** Flags beside `--json`. */
  readonly options: readonly { readonly flags: string; readonly mandatory: boolean }[];
}

const folder = join(projectRoot, 'packages/server/src/cli');

/** Every command that does something. */
export async function commandsOfAttune(): Promise<readonly Command[]> {
  const files = readdirSync(folder).filter((name) => /^[a-z-]+[.]ts$/.test(name));
  const found = new Set<Stated>();
  for (const file of [...files, 'bench/index.ts']) {
    for (const value of Object.values(await import(join(folder, file))).flat()) {
      if (isCommand(value)) found.add(value);
    }
  }
  return [...found]
    .filter(({ parent }) => parent === null)
    .flatMap((one) => leavesOf(one, 'attune', one.name()));
}

/** By the full line of each: parts of a group are exported as well, and have a parent. */
function leavesOf(command: Stated, before: string, group: string): Command[] {
  const line = `${before} ${command.name()}`;
  if (command.commands.length > 0) {
    return command.commands.flatMap((one) => leavesOf(one, line, group));
  }
  const given = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  const options = command.options.filter(({ flags }) => flags !== '--json');
  return [{ group, line: [line, ...given].join(' '), about: command.description(), options }];
}

function isCommand(value: unknown): value is Stated {
  return typeof value === 'object' && value !== null && 'registeredArguments' in value;
}
