// The command `attune`.
import { Command, CommanderError } from 'commander';
import { strict } from './cli/command.ts';
import { printFailure } from './cli/output.ts';

/** By the first word: what a command does not need, it does not wait for. */
const parts: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  start: serving,
  api: serving,
  worker: serving,
  migrate: async () => [(await import('./cli/migrate.ts')).migrateCommand],
  site: async () => [(await import('./cli/sites.ts')).siteCommands],
  teammate: async () => [(await import('./cli/teammates.ts')).teammateCommands],
  keys: async () => [(await import('./cli/keys.ts')).keyCommands],
  feeds: async () => [(await import('./cli/feeds.ts')).feedCommands],
  events: async () => [(await import('./cli/events.ts')).eventCommands],
  export: async () => [(await import('./cli/exports.ts')).exportCommands],
  profile: async () => [(await import('./cli/profiles.ts')).profileCommands],
  models: async () => [(await import('./cli/models.ts')).modelCommands],
  users: async () => [(await import('./cli/users.ts')).userCommands],
  campaigns: async () => [(await import('./cli/campaigns.ts')).campaignCommands],
  decisions: async () => [(await import('./cli/decisions.ts')).decisionCommands],
  mcp: async () => [(await import('./cli/mcp.ts')).mcpCommand],
  backup: async () => [(await import('./cli/backup.ts')).backupCommand],
  'backup-key': async () => [(await import('./cli/backup.ts')).backupKeyCommand],
  restore: async () => [(await import('./cli/backup.ts')).restoreCommand],
  bench: async () => [(await import('./cli/bench/index.ts')).benchCommands],
  doctor: async () => [(await import('./cli/doctor.ts')).doctorCommand],
};

/** What no one runs by hand. */
const inner: typeof parts = {
  'api-process': async () => [(await import('./cli/child-process.ts')).childCommand('api')],
  'worker-process': async () => [(await import('./cli/child-process.ts')).childCommand('worker')],
};

async function serving(): Promise<readonly Command[]> {
  return (await import('./cli/serve.ts')).serveCommands;
}

const program = strict(
  new Command('attune').description(
    'A self-hosted Experience API: keys, feeds, events, decisions, affinity profiles.',
  ),
);
const [command = ''] = process.argv.slice(2);
const named = { ...parts, ...inner };
const wanted = Object.hasOwn(named, command) ? [named[command]!] : new Set(Object.values(parts));
for (const load of wanted) for (const command of await load()) program.addCommand(command);

try {
  await program.parseAsync();
} catch (error) {
  // Wrong usage has explained itself already, and set the exit code.
  if (!(error instanceof CommanderError)) printFailure(error);
}
