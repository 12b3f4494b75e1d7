// attune profile ...
import type { Command } from 'commander';
import { ApiError } from '../api-error.ts';
import type { Context, SiteSnapshot } from '../context.ts';
import { rebuildProfiles } from '../features/events/collect/index.ts';
import { selectPerson, selectUserIds } from '../features/people/identity/index.ts';
import { readPersonAffinity, selectUserPage } from '../features/people/profiles/index.ts';
import { group, subcommand } from './command.ts';
import { erase, exported } from './erasing.ts';
import { progressBar, table } from './output.ts';
import { personOf } from './person.ts';
import { withSite } from './session.ts';

interface PersonOptions {
  readonly site: string;
  readonly cuid: string;
  readonly type: string;
}

const asPerson = (command: Command) =>
  command
    .requiredOption('--site <name>', 'the site')
    .requiredOption('--cuid <cuid>', "the person's identifier")
    .option('--type <type>', 'kind of the identifier', 'external');

const show = asPerson(
  subcommand<PersonOptions>('show', "Show a person's affinity profile.", (options) =>
    withSite(options.site, async (ctx, snapshot) => {
      const ranked = await readPersonAffinity(ctx, snapshot, personOf(snapshot, options));
      const rows = [...(ranked ?? [])].flatMap(([property, values]) =>
        values.map(({ rank, value, score }) => [
          property,
          String(rank),
          value,
          score.toPrecision(4),
        ]),
      );
      const json = Object.fromEntries(ranked ?? []);
      const head = ['PROPERTY', 'RANK', 'VALUE', 'SCORE'];
      return { json, text: rows.length > 0 ? table([head, ...rows]) : 'Nothing is known.' };
    }),
  ),
);

interface RebuildOptions {
  readonly site: string;
  readonly cuid?: string;
  readonly type: string;
}

const rebuild = subcommand<RebuildOptions>(
  'rebuild',
  'Rebuild profiles from the event log, of all people or of one. The same events give the same bytes.',
  (options) =>
    withSite(options.site, async (ctx, snapshot) => {
      const { cuid } = options;
      const result =
        cuid === undefined
          ? await rebuildAll(ctx, snapshot.site.id)
          : await rebuildPerson(ctx, snapshot, { ...options, cuid });
      const { rebuilt, changed } = result;
      return { json: result, text: `${rebuilt} profiles rebuilt, ${changed} of them changed.` };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--cuid <cuid>', 'one person only')
  .option('--type <type>', 'kind of the identifier', 'external');

async function rebuildPerson(ctx: Context, snapshot: SiteSnapshot, options: PersonOptions) {
  const siteId = snapshot.site.id;
  const personId = await selectPerson(ctx.db, siteId, personOf(snapshot, options));
  if (personId === undefined) throw new ApiError('not_found', 'There is no person with this name.');
  const userIds = await selectUserIds(ctx.db, siteId, personId, null);
  const changed = await rebuildProfiles(ctx, siteId, userIds);
  return { rebuilt: userIds.length, changed: changed.length };
}

const pageSize = 500;

async function rebuildAll(ctx: Context, siteId: number) {
  const progress = progressBar('Rebuilding');
  let rebuilt = 0;
  let changed = 0;
  let after: string | undefined;
  for (;;) {
    const userIds = await selectUserPage(ctx.db, siteId, after, pageSize);
    if (userIds.length > 0) changed += (await rebuildProfiles(ctx, siteId, userIds)).length;
    rebuilt += userIds.length;
    progress.report(0, `${rebuilt} profiles`);
    after = userIds.at(-1);
    if (userIds.length < pageSize) break;
  }
  progress.done();
  return { rebuilt, changed };
}

/** The commands of profiles. */
export const profileCommands: Command = group('profile', 'Profiles of people.', [
  show,
  rebuild,
  erase,
  exported,
]);
