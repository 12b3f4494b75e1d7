// How every subcommand is put together: options, one result, one place for failures.
import { Command, InvalidArgumentError } from 'commander';
import { exitCodes, printFailure, printResult, type Result } from './output.ts';

/** Makes a subcommand that prints one result. Further options are added by the caller. */
export function subcommand<Options>(
  usage: string,
  description: string,
  run: (options: Options, ...args: string[]) => Promise<Result>,
): Command {
  const command = new Command(usage.split(' ')[0])
    .description(description)
    .option('--json', 'print one JSON document on standard output');
  for (const argument of usage.split(' ').slice(1)) command.argument(argument);
  return strict(command).action(async (...given: unknown[]) => {
    const args = given.slice(0, -2) as string[];
    const options = given.at(-2) as Options & { json?: boolean };
    try {
      printResult(await run(options, ...args), options.json === true);
    } catch (error) {
      printFailure(error);
    }
  });
}

/** A group of subcommands, such as `keys`. */
export function group(name: string, description: string, commands: readonly Command[]): Command {
  const parent = strict(new Command(name).description(description));
  for (const command of commands) parent.addCommand(command);
  return parent;
}

/** Wrong usage explains itself and ends with its own exit code. */
export function strict(command: Command): Command {
  return command.showHelpAfterError('(add --help to see what there is)').exitOverride((error) => {
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
    throw error;
  });
}

/** The value of a comma-separated option. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The value of an option that is a whole number. */
export function wholeNumberOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number.');
}

/** The value of an option that is a JSON object. */
export function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Text that is no JSON is refused like JSON that is no object.
  }
  throw new InvalidArgumentError('It is a JSON object.');
}
