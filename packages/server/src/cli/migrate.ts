// attune migrate: the tables of this release, before its nodes start.
import { subcommand } from './command.ts';
import { withResources } from './session.ts';

/** Migrates the database; opening the resources is what does it. */
export const migrateCommand = subcommand('migrate', 'Bring the database up to this release.', () =>
  withResources(async ({ database }) => {
    const { rows } = await database.pool.query<{ name: string }>(
      'select name from migration order by number',
    );
    const names = rows.map(({ name }) => name);
    return { json: { migrations: names }, text: `The database is at ${names.at(-1)}.` };
  }),
);
