// attune models ...
import type { ModelOutput } from '@attune/contract';
import type { Command } from 'commander';
import { findSite } from '../features/configuration/sites/index.ts';
import { buildNow, listModels } from '../features/recommendations/models/index.ts';
import { group, subcommand } from './command.ts';
import { exitCodes, progressBar, type Result, table } from './output.ts';
import { withResources, withSite } from './session.ts';

const list = subcommand<{ site: string }>(
  'list',
  'List the models: age, size, and how much of the feed they cover.',
  ({ site }) =>
    withSite(site, async (ctx, snapshot) => resultOf(await listModels(ctx, snapshot), ctx.now())),
).requiredOption('--site <name>', 'the site');

interface BuildOptions {
  readonly site: string;
  readonly model?: string;
}

const build = subcommand<BuildOptions>(
  'build',
  'Build models now: all that strategies need, or one.',
  ({ site, model }) =>
    withResources(async ({ ctx, location }) => {
      const snapshot = ctx.snapshots.site(await findSite(ctx, site));
      if (!snapshot) throw new Error(`the site "${site}" could not be loaded`);
      const progress = progressBar('models');
      const onProgress = progress.report;
      const built = await buildNow(ctx, location.target, snapshot, { model, onProgress });
      progress.done();
      const isFailed = built.some(({ state }) => state === 'failed');
      return { ...resultOf(built, ctx.now()), exitCode: isFailed ? exitCodes.failed : 0 };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--model <id>', 'one model only, as `attune models list` names it');

function resultOf(models: readonly ModelOutput[], now: number): Result {
  const head = ['MODEL', 'METHOD', 'STATE', 'AGE', 'SIZE', 'TOOK', 'ITEMS', 'OF THE FEED', 'FOR'];
  const text =
    models.length === 0
      ? 'No strategy needs a model.'
      : table([head, ...models.map((one) => rowOf(one, now))]);
  const errors = models.flatMap(({ id, fault }) => (fault ? [`${id}: ${fault.message}`] : []));
  return {
    json: { items: models },
    text: [text, ...errors].join('\n'),
  };
}

function rowOf({ id, method, state, built, strategies }: ModelOutput, now: number): string[] {
  const known = built?.coverage?.withNeighbours ?? built?.coverage?.known;
  const algorithm = method['algorithm'] === undefined ? '' : ` ${String(method['algorithm'])}`;
  return [
    id,
    `${String(method['type'])}${algorithm}`,
    state,
    built ? `${Math.round((now - Date.parse(built.builtAt)) / 60_000)} min` : '-',
    built ? `${(built.bytes / 1e6).toFixed(1)} MB` : '-',
    built ? `${(built.tookMs / 1_000).toFixed(1)} s` : '-',
    built ? String(built.items) : '-',
    known === undefined || known === null ? '-' : `${Math.round(100 * known)} %`,
    strategies.map(({ name }) => name).join(', ') || 'nobody',
  ];
}

/** The commands of models. */
export const modelCommands: Command = group('models', 'Models.', [list, build]);
