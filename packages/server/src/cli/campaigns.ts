// attune campaigns ...
import { api, type ExperienceChange, type ExperienceFiles } from '@attune/contract';
import type { Command } from 'commander';
import { refuseInvalid } from '../api-error.ts';
import {
  exportExperiences,
  type Imported,
  importExperiences,
} from '../features/operations/experience-files/index.ts';
import { compileCheck } from '../http/validate.ts';
import { group, subcommand } from './command.ts';
import { placeIn, type ReadFiles, readFiles, sayWhere, writeFiles } from './experience-files.ts';
import { exitCodes, type Result } from './output.ts';
import { actor, withSite } from './session.ts';

const exportAll = subcommand<{ site: string }>(
  'export [path]',
  'Write campaigns, audiences, layers, holdouts, metrics, strategies and templates to a folder, ' +
    'or to a file that ends in `.json`. Without a path, print them.',
  ({ site }, path) =>
    withSite(site, async ({ db }, { site: { id } }) => {
      const files = await exportExperiences(db, id);
      if (path === undefined) return { json: files, text: JSON.stringify(files, null, 2) };
      const done = await writeFiles(path, files);
      const gone = done.removed.map((file) => `\nremoved ${file}, which the site no longer has`);
      return { json: done, text: `${done.written.length} files written.${gone.join('')}` };
    }),
).requiredOption('--site <name>', 'the site');

interface ApplyOptions {
  readonly site: string;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly askApproval?: boolean;
  readonly withoutApproval?: string;
  readonly json?: boolean;
}

const apply = subcommand<ApplyOptions>(
  'apply <path>',
  'Make the site match a folder or file, as a whole or not at all.',
  ({ site, dryRun = false, json, ...options }, path) =>
    withSite(site, async (ctx, snapshot) => {
      const { files, fileOf } = await readFiles(path!);
      const who = { siteId: snapshot.site.id, actor };
      const { prune: prunes = false, askApproval: asksApproval = false, withoutApproval } = options;
      const ways = { prunes, asksApproval, withoutApproval };
      const run = (isDryRun: boolean) =>
        sayWhere(fileOf, () => importExperiences(ctx, who, files, { ...ways, isDryRun }));
      await sayWhere(fileOf, async () => refuseInvalid(check(files)));
      // Shows what will be done before it is done.
      if (!dryRun && !json) process.stderr.write(`${resultOf(await run(true), fileOf).text}\n`);
      const done = await run(dryRun);
      if (dryRun) return resultOf(done, fileOf);
      const count = done.changes.length;
      const text = count === 0 ? 'Nothing was changed.' : `Done: ${count} changes made.`;
      return { json: done, text };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--dry-run', 'say what would be changed, and end with 5 if anything would be')
  .option('--prune', 'archive campaigns, and remove the rest, that the path does not have')
  .option('--ask-approval', 'ask for the approval that campaigns need, instead of failing')
  .option('--without-approval <reason>', 'publish in an emergency what is not approved');

const check: (files: ExperienceFiles) => ReturnType<ReturnType<typeof compileCheck>> = compileCheck(
  api.importExperiences.body,
);

const marks = { create: '+', change: '~', remove: '-' };

/** What an import does, in lines. */
function resultOf(imported: Imported, fileOf: ReadFiles['fileOf']): Result {
  const { changes, unchanged, warnings } = imported;
  const lines = changes.flatMap(linesOf);
  const warned = warnings.map(({ pointer, detail }) => `! ${placeIn(fileOf, pointer)} ${detail}`);
  const sum = `${changes.length} to change, ${unchanged} as they are.`;
  return {
    json: imported,
    text: [...lines, ...warned, sum].join('\n'),
    exitCode: changes.length > 0 ? exitCodes.differs : 0,
  };
}

function linesOf(change: ExperienceChange): string[] {
  const { kind, name, action, status, asksApproval, differences } = change;
  const isAgain = status && status.before === status.after;
  const stands = isAgain
    ? [`    publishes a new version`]
    : status
      ? [`    status: ${status.before ?? 'none'} -> ${status.after}`]
      : [];
  return [
    `${marks[action]} ${kind} "${name}"`,
    ...stands,
    ...(asksApproval ? ['    asks for approval: not published yet'] : []),
    ...differences.map(({ change, place, before, after }) => {
      const values = [before, after].filter((value) => value !== undefined).map(short);
      return `    ${change} ${place}: ${values.join(' -> ')}`;
    }),
  ];
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`;
}

/** The commands of campaigns. */
export const campaignCommands: Command = group('campaigns', 'Campaigns as files.', [
  exportAll,
  apply,
]);
