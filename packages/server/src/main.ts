// The command `attune`.
import { Command, CommanderError } from 'commander';
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { benchCommands } from './cli/bench/index.ts';
import { campaignCommands } from './cli/campaigns.ts';
import { strict } from './cli/command.ts';
import { decisionCommands } from './cli/decisions.ts';
import { doctorCommand } from './cli/doctor.ts';
import { eventCommands } from './cli/events.ts';
import { feedCommands } from './cli/feeds.ts';
import { keyCommands } from './cli/keys.ts';
import { migrateCommand } from './cli/migrate.ts';
import { modelCommands } from './cli/models.ts';
import { printFailure } from './cli/output.ts';
import { profileCommands } from './cli/profiles.ts';
import { serveCommands } from './cli/serve.ts';
import { siteCommands } from './cli/sites.ts';
import { teammateCommands } from './cli/teammates.ts';
import { userCommands } from './cli/users.ts';

const program = strict(
  new Command('attune').description(
    'A self-hosted Experience API: keys, feeds, events, decisions, affinity profiles.',
  ),
);
const commands = [
  ...serveCommands,
  migrateCommand,
  siteCommands,
  teammateCommands,
  keyCommands,
  feedCommands,
  eventCommands,
  profileCommands,
  modelCommands,
  userCommands,
  campaignCommands,
  decisionCommands,
  backupCommand,
  restoreCommand,
  benchCommands,
  doctorCommand,
];
for (const command of commands) program.addCommand(command);

try {
  await program.parseAsync();
} catch (error) {
  // Wrong usage has explained itself already, and set the exit code.
  if (!(error instanceof CommanderError)) printFailure(error);
}
